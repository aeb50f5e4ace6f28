import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.cms.CMSObjectIdentifiers;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.asn1.cms.IssuerAndSerialNumber;
import org.bouncycastle.asn1.cms.SignedData;
import org.bouncycastle.asn1.cms.SignerInfo;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.tsp.ArchiveTimeStampChain;
import org.bouncycastle.asn1.tsp.EvidenceRecord;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.SignerInformationVerifier;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.ers.ERSByteData;
import org.bouncycastle.tsp.ers.ERSEvidenceRecord;

/**
 * Reads lines of "record file" from standard input and prints for each whether Bouncy Castle accepts the evidence
 * record for the file: "accepted", or the reason for rejecting it. Arguments: the root certificates, and the time of
 * the check if it is not now.
 */
class TestBouncyCastle {
  static Date now = new Date();
  static final DigestCalculatorProvider digests = buildDigests();

  public static void main(String[] arguments) throws Exception {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    Collection<? extends Certificate> roots =
        factory.generateCertificates(Files.newInputStream(Path.of(arguments[0])));
    if (arguments.length > 1) now = Date.from(Instant.parse(arguments[1]));
    StringBuilder answers = new StringBuilder();
    for (String line : new String(System.in.readAllBytes(), "UTF-8").split("\n")) {
      String[] names = line.split(" ", 2);
      String answer;
      try {
        check(Files.readAllBytes(Path.of(names[0])), Files.readAllBytes(Path.of(names[1])), roots);
        answer = "accepted";
      } catch (Exception error) {
        answer = "rejected: " + String.valueOf(error.getMessage()).replace('\n', ' ');
      }
      answers.append(answer).append('\n');
    }
    System.out.print(answers);
  }

  static void check(byte[] bytes, byte[] file, Collection<? extends Certificate> roots) throws Exception {
    EvidenceRecord structure = EvidenceRecord.getInstance(bytes);
    if (!Arrays.equals(structure.getEncoded(ASN1Encoding.DER), bytes)) throw new Exception("not DER");
    ArchiveTimeStampChain[] chains = structure.getArchiveTimeStampSequence().getArchiveTimeStampChains();
    boolean isRenewed = chains.length > 1 || chains[0].getArchiveTimestamps().length > 1;
    boolean isSha256 =
        (isRenewed || structure.getDigestAlgorithms().length == 1)
            && isSha256(structure.getDigestAlgorithms()[0]);
    if (!isSha256) throw new Exception("another digest algorithm");
    ERSEvidenceRecord record = new ERSEvidenceRecord(bytes, digests);
    record.validatePresent(new ERSByteData(file), now);
    X509CertificateHolder signer = record.getSigningCertificate();
    SignerInformationVerifier verifier = new JcaSimpleSignerInfoVerifierBuilder().build(signer);
    record.validate(verifier);
    boolean isKnown = false;
    for (Certificate root : roots) isKnown = isKnown || isFromRoot(signer, (X509Certificate) root);
    if (!isKnown) throw new Exception("another authority");
    if (!isRenewed) checkUnsignedFields(structure, signer);
  }

  static boolean isFromRoot(X509CertificateHolder signer, X509Certificate root) throws Exception {
    return signer.getIssuer().equals(new X509CertificateHolder(root.getEncoded()).getSubject())
        && signer.isSignatureValid(new JcaContentVerifierProviderBuilder().build(root));
  }

  /**
   * The fields of a token (RFC 5652) that no signature covers and that Bouncy Castle therefore does not compare: each
   * must be as the RFC prescribes for a token whose hash is SHA-256.
   */
  static void checkUnsignedFields(EvidenceRecord structure, X509CertificateHolder signer) throws Exception {
    ContentInfo token =
        structure.getArchiveTimeStampSequence().getArchiveTimeStampChains()[0].getArchiveTimestamps()[0].getTimeStamp();
    SignedData data = SignedData.getInstance(token.getContent());
    SignerInfo info = SignerInfo.getInstance(data.getSignerInfos().getObjectAt(0));
    IssuerAndSerialNumber sid = IssuerAndSerialNumber.getInstance(info.getSID().getId());
    boolean isPrescribed =
        token.getContentType().equals(CMSObjectIdentifiers.signedData)
            && Arrays.equals(data.getEncoded(ASN1Encoding.DER), token.getContent().toASN1Primitive().getEncoded())
            && Arrays.equals(info.getEncoded(ASN1Encoding.DER), rawInfo(data))
            && data.getVersion().hasValue(3)
            && data.getDigestAlgorithms().size() == 1
            && isSha256(AlgorithmIdentifier.getInstance(data.getDigestAlgorithms().getObjectAt(0)))
            && data.getEncapContentInfo().getContent() instanceof ASN1OctetString
            && info.getVersion().hasValue(1)
            && isSha256(info.getDigestAlgorithm())
            && Arrays.equals(sid.getName().getEncoded(), signer.getIssuer().getEncoded());
    if (!isPrescribed) throw new Exception("another token");
  }

  static byte[] rawInfo(SignedData data) throws Exception {
    return data.getSignerInfos().getObjectAt(0).toASN1Primitive().getEncoded();
  }

  static boolean isSha256(AlgorithmIdentifier algorithm) {
    return algorithm.getAlgorithm().equals(NISTObjectIdentifiers.id_sha256);
  }

  static DigestCalculatorProvider buildDigests() {
    try {
      return new JcaDigestCalculatorProviderBuilder().setProvider(new BouncyCastleProvider()).build();
    } catch (Exception error) {
      throw new RuntimeException(error);
    }
  }
}
