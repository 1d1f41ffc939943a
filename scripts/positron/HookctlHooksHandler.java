import com.oxygenxml.positron.api.hook.AIHookVetoException;
import com.oxygenxml.positron.api.hook.AIHooksHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * Hands every AI Positron hook event to hookctl, and turns its veto into the host's own.
 *
 * <p>Whatever is not a clear "go on" is a veto: a missing hookctl and an unknown exit status too. On
 * fire-and-forget events the host ignores it.
 */
public class HookctlHooksHandler implements AIHooksHandler {

  private final String hookctl;

  public HookctlHooksHandler() {
    this(System.getProperty("hookctl", "hookctl"));
  }

  HookctlHooksHandler(String hookctl) {
    this.hookctl = hookctl;
  }

  @Override
  public void eventOccurred(String eventName, String payloadJson) throws AIHookVetoException {
    String reason;
    try {
      reason = ask(eventName, payloadJson);
    } catch (IOException e) {
      reason = "hookctl cannot be run: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reason = "interrupted while hookctl was asked";
    }
    // The veto is thrown outside the try, so that nothing in here can swallow it.
    if (reason != null) {
      throw new AIHookVetoException(reason);
    }
  }

  /** Returns null if the action may go ahead, else the reason against it. */
  private String ask(String eventName, String payloadJson)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(hookctl, "dispatch", eventName, "--host", "positron")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    // stderr is read beside the writing: neither side may wait for the other.
    CompletableFuture<byte[]> errors =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return process.getErrorStream().readAllBytes();
              } catch (IOException e) {
                return new byte[0];
              }
            });
    try (var stdin = process.getOutputStream()) {
      stdin.write(payloadJson.getBytes(StandardCharsets.UTF_8));
    }
    int status = process.waitFor();
    if (status == 0) {
      return null;
    }
    String text = new String(errors.join(), StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "hookctl ended with status " + status : text;
  }
}
