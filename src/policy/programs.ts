/** Programs that run what they are given as a shell script. */
export const SHELL = /^(?:(?:ba|z|da|k|mk|fi|c|tc|a)?sh|pwsh)$/;

/** Programs that run code of some other language. */
export const INTERPRETER =
  /^(?:python|pypy|node|nodejs|deno|bun|perl|ruby|php|lua|luajit|Rscript|osascript|[gmn]?awk|sed)[\d.]*$/i;

/** Programs that fetch something from another machine. */
export const NETWORK = named(
  "curl wget wget2 fetch nc ncat netcat socat telnet aria2c axel http https xh lynx w3m links elinks ftp lftp tftp " +
    "ssh scp sftp openssl gsutil",
);

/** Programs that only read what they are given. */
export const ONLY_READS = named(
  "cat tac head tail less more bat nl od xxd hexdump strings base64 base32 wc ls tree stat file grep egrep fgrep rg " +
    "ag ack diff cmp comm cut paste sort uniq jq awk find fd du df realpath readlink basename dirname md5sum sha1sum " +
    "sha256sum cksum cd which",
);

/** Programs that write what they are given. */
export const WRITES = named(
  "cp mv ln install tee touch mkdir rmdir rm unlink chmod chown chgrp truncate dd rsync patch " +
    "shred tar zip unzip gzip gunzip split",
);

/** Programs that print, copy or send what they read: a path that is not known may be anything. */
export const HANDS_ON = named(
  "cat tac head tail less more bat nl od xxd hexdump strings base64 base32 cp mv ln install tee dd scp sftp rsync " +
    "tar zip curl wget openssl gpg vim vi nano",
);

/** Programs whose words are no paths that they would open. */
export const OPENS_NOTHING = named("echo printf true false : test [ [[ exit which type");

/** Programs that read all that is below a directory. */
export const READS_DEEP = named("rg ag ack tar zip rsync scp");

/** Commands of git that change no file of the project. */
export const GIT_READS = named(
  "add blame branch commit diff fetch grep log ls-files ls-tree push rev-parse show status tag",
);

function named(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
