package com.oxygenxml.positron.api.hook;

/** Stands in for the host's exception in tests. */
public class AIHookVetoException extends Exception {
  public AIHookVetoException(String message) {
    super(message);
  }
}
