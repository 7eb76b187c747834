// java credit-wallet.java +447400123456 5.00 GBP "Green Bank"     (Java 17 or newer)
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class CreditWallet {
  public static void main(String[] args) throws Exception {
    String path = "/api/partner/wallet/credits";
    String terminalId = System.getenv("TERMINAL_ID");
    byte[] secret = Base64.getUrlDecoder().decode(System.getenv("TERMINAL_SECRET"));
    String body = "{\"phone\":%s,\"amount\":%s,\"currency\":%s,\"source\":%s}".formatted(
        json(args[0]), new BigDecimal(args[1]), json(args[2]), json(args[3]));

    // A new key for each credit. Store it, and send the same key again if no answer came.
    String given = System.getenv("IDEMPOTENCY_KEY");
    String idempotencyKey = given == null ? UUID.randomUUID().toString() : given;
    String nonce = System.currentTimeMillis() + "." + UUID.randomUUID();
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes(body));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    byte[] signature = mac.doFinal(bytes(String.join("\n",
        "v1", "POST", path, terminalId, nonce, idempotencyKey, HexFormat.of().formatHex(hash))));

    HttpRequest request = HttpRequest
        .newBuilder(URI.create(System.getenv("CARBON_PASSPORT_URL") + path))
        .header("Content-Type", "application/json")
        .header("X-Terminal-Id", terminalId)
        .header("X-Nonce", nonce)
        .header("X-Signature", "v1=" + HexFormat.of().formatHex(signature))
        .header("Idempotency-Key", idempotencyKey)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.body());
    System.exit(response.statusCode() < 300 ? 0 : 1);
  }

  /** Encodes a value as JSON on one line; escapes quotes and backslashes. */
  static String json(String value) {
    String line = value.replaceAll("\\p{Cntrl}", " ");
    return '"' + line.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
