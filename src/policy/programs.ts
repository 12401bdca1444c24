/** Programs that run what they are given as a shell script. */
export const SHELL = /^(?:(?:ba|z|da|k|mk|fi|c|tc|a)?sh|pwsh)$/;

/** Programs that run code of some other language. */
export const INTERPRETER =
  /^(?:python|pypy|node|nodejs|deno|bun|perl|ruby|php|lua|luajit|Rscript|osascript|[gmn]?awk|sed)[\d.]*$/i;

/** Programs that fetch something from another machine. */
export const NETWORK: ReadonlySet<string> = new Set(
  (
    "curl wget wget2 fetch nc ncat netcat socat telnet aria2c axel http https xh lynx w3m links elinks ftp lftp tftp " +
    "ssh scp sftp openssl gsutil"
  ).split(" "),
);
