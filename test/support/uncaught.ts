/** The errors that nobody caught while `act` ran. Without this the first of them would be the test's own failure. */
export async function uncaughtDuring(act: () => void | Promise<void>): Promise<unknown[]> {
  const errors: unknown[] = [];
  const others = process.listeners("uncaughtException");
  const take = (error: unknown): void => void errors.push(error);
  process.removeAllListeners("uncaughtException").on("uncaughtException", take);
  try {
    await act();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("uncaughtException", take);
    for (const other of others) process.on("uncaughtException", other);
  }
  return errors;
}
