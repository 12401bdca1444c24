import { DirectoryWatch } from "../../store/directory-watch.js";

/** Prints what is added to the file, until the user ends it. */
export async function follow(file: string, print: () => Promise<void>): Promise<never> {
  let printing = Promise.resolve();
  // The watch keeps no process alive; this does.
  setInterval(() => undefined, 60_000);
  return new Promise<never>((_, fail) => {
    const printOn = (): void => {
      printing = printing.then(print).catch(fail);
    };
    void new DirectoryWatch(file, printOn);
    // What was added before the watch began.
    printOn();
  });
}
