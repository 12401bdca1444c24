import type { Socket } from "node:net";

export type OneLine =
  | { readonly type: "line"; readonly line: string }
  | { readonly type: "tooLong" }
  /** The other side went away before the end of its line. */
  | { readonly type: "ended" };

/** The first line that comes over the socket. What comes behind it is not looked at. */
export function oneLine(socket: Socket, mostBytes: number): Promise<OneLine> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (result: OneLine): void => {
      socket.off("data", take).off("end", left).off("close", left).off("error", left);
      resolve(result);
    };
    const left = (): void => settle({ type: "ended" });
    const take = (chunk: Buffer): void => {
      const end = chunk.indexOf(NEWLINE);
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
      length += chunks.at(-1)?.length ?? 0;
      if (length > mostBytes) settle({ type: "tooLong" });
      else if (end >= 0) settle({ type: "line", line: Buffer.concat(chunks).toString("utf8") });
    };
    socket.on("data", take).on("end", left).on("close", left).on("error", left);
  });
}

const NEWLINE = 10;
