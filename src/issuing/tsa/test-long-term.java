import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.security.cert.CRL;
import java.security.cert.CertPath;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.SignerInformationVerifier;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * Arguments: a folder, and times in milliseconds. The folder has NAME.cms with the signed bytes in NAME.content (none
 * for a signature that contains them), roots in root-*.der, other certificates in cert-*.der and revocation lists in
 * crl-*.der. Prints a line for each signature and time: "accepted", or the reason for rejecting it.
 */
class TestLongTerm {
  static final CertificateFactory factory = buildFactory();

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Set<TrustAnchor> anchors =
        readAll(folder, "root-").stream()
            .map(der -> new TrustAnchor(readCertificate(der), null))
            .collect(Collectors.toSet());
    List<X509Certificate> others =
        readAll(folder, "cert-").stream().map(TestLongTerm::readCertificate).collect(Collectors.toList());
    List<CRL> lists = new ArrayList<>();
    for (byte[] der : readAll(folder, "crl-")) lists.add(factory.generateCRL(new ByteArrayInputStream(der)));
    for (String name : names(folder, ".cms"))
      for (int at = 1; at < arguments.length; at++)
        System.out.println(answer(folder, name, anchors, others, lists, new Date(Long.parseLong(arguments[at]))));
  }

  static String answer(
      Path folder, String name, Set<TrustAnchor> anchors, List<X509Certificate> others, List<CRL> lists, Date time) {
    try {
      byte[] bytes = Files.readAllBytes(folder.resolve(name));
      Path content = folder.resolve(name.replace(".cms", ".content"));
      CMSSignedData signed =
          Files.exists(content)
              ? new CMSSignedData(new CMSProcessableByteArray(Files.readAllBytes(content)), bytes)
              : new CMSSignedData(bytes);
      SignerInformation signer = signed.getSignerInfos().getSigners().iterator().next();
      @SuppressWarnings("unchecked")
      Collection<X509CertificateHolder> matches = signed.getCertificates().getMatches(signer.getSID());
      X509Certificate certificate = readCertificate(matches.iterator().next().getEncoded());
      SignerInformationVerifier verifier =
          new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(certificate.getPublicKey());
      if (!signer.verify(verifier)) return "another signature";
      checkPath(certificate, anchors, others, lists, time);
      return "accepted";
    } catch (Exception error) {
      Throwable cause = error;
      while (cause.getCause() != null) cause = cause.getCause();
      return "rejected: " + String.valueOf(cause.getMessage()).replace('\n', ' ');
    }
  }

  /**
   * RFC 5280, 6.1, with revocation lists for every certificate, as of this time; by Java itself, because Bouncy Castle
   * refuses times that have not come.
   */
  static void checkPath(
      X509Certificate certificate,
      Set<TrustAnchor> anchors,
      List<X509Certificate> others,
      List<CRL> lists,
      Date time)
      throws Exception {
    X509CertSelector target = new X509CertSelector();
    target.setCertificate(certificate);
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
    List<Object> known = new ArrayList<>(others);
    known.add(certificate);
    known.addAll(lists);
    parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(known)));
    parameters.setRevocationEnabled(true);
    parameters.setDate(time);
    CertPath path = CertPathBuilder.getInstance("PKIX", "SUN").build(parameters).getCertPath();
    if (path.getCertificates().isEmpty()) throw new Exception("no path");
  }

  static X509Certificate readCertificate(byte[] der) {
    try {
      return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der));
    } catch (Exception error) {
      throw new RuntimeException(error);
    }
  }

  static List<String> names(Path folder, String end) {
    return List.of(folder.toFile().list()).stream()
        .filter(name -> name.endsWith(end))
        .sorted()
        .collect(Collectors.toList());
  }

  static List<byte[]> readAll(Path folder, String start) throws Exception {
    List<byte[]> all = new ArrayList<>();
    for (String name : names(folder, ".der"))
      if (name.startsWith(start)) all.add(Files.readAllBytes(folder.resolve(name)));
    return all;
  }

  static CertificateFactory buildFactory() {
    try {
      Security.addProvider(new BouncyCastleProvider());
      return CertificateFactory.getInstance("X.509", "BC");
    } catch (Exception error) {
      throw new RuntimeException(error);
    }
  }
}
