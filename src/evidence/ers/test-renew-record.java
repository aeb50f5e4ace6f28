import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.DigestCalculator;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.TimeStampRequestGenerator;
import org.bouncycastle.tsp.TimeStampResponse;
import org.bouncycastle.tsp.ers.ERSByteData;
import org.bouncycastle.tsp.ers.ERSEvidenceRecord;

/**
 * Renews an evidence record as Bouncy Castle does. Arguments: "time-stamp" or "hash-tree", the record, its file, and
 * the response of an authority. Prints the renewed record or, without a response, the request for the authority; both
 * in hex.
 */
class TestRenewRecord {
  public static void main(String[] arguments) throws Exception {
    DigestCalculatorProvider digests =
        new JcaDigestCalculatorProviderBuilder().setProvider(new BouncyCastleProvider()).build();
    DigestCalculator sha512 = digests.get(new AlgorithmIdentifier(NISTObjectIdentifiers.id_sha512));
    ERSEvidenceRecord record = new ERSEvidenceRecord(Files.readAllBytes(Path.of(arguments[1])), digests);
    ERSByteData file = new ERSByteData(Files.readAllBytes(Path.of(arguments[2])));
    boolean isTree = arguments[0].equals("hash-tree");
    byte[] result;
    if (arguments.length < 4) {
      TimeStampRequestGenerator requests = new TimeStampRequestGenerator();
      requests.setCertReq(true);
      result =
          (isTree
                  ? record.generateHashRenewalRequest(sha512, file, requests)
                  : record.generateTimeStampRenewalRequest(requests))
              .getEncoded();
    } else {
      TimeStampResponse response = new TimeStampResponse(Files.readAllBytes(Path.of(arguments[3])));
      result =
          (isTree ? record.renewHash(sha512, file, response) : record.renewTimeStamp(response)).getEncoded();
    }
    System.out.print(HexFormat.of().formatHex(result));
  }
}
