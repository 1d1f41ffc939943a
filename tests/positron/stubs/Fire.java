import com.oxygenxml.positron.api.hook.AIHookVetoException;

/** Fires one event at the handler and prints what the host would do. */
public class Fire {
  public static void main(String[] arguments) {
    try {
      new HookctlHooksHandler().eventOccurred(arguments[0], arguments[1]);
      System.out.println("runs");
    } catch (AIHookVetoException veto) {
      System.out.println("vetoed: " + veto.getMessage());
    }
  }
}
