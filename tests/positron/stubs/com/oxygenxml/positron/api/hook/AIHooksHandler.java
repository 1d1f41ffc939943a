package com.oxygenxml.positron.api.hook;

/** Stands in for the host's interface in tests. */
public interface AIHooksHandler {
  void eventOccurred(String eventName, String payloadJson) throws AIHookVetoException;
}
