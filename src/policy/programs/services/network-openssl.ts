import type { ProgramDescription } from "../description.js";

/** Certificates are read through a store that takes file: addresses (OpenSSL 3), which `localread` leaves to the person. */
const DIGEST = {
  options: `
    -c -r -hex -binary
    -md5 -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha3-512 -blake2b512
    ! -out <write>
    ! -writerand <write>
    ! -engine <code>
    ! -provider <code>
    ! -provider-path <code>
    -help (alone)`,
  operands: "localread*",
} as const;

const TRUST = `
  -CAfile <localread>
  -CApath <search>
  -no-CAfile
  -no-CApath
  -partial_chain
  -verify_depth <number>
  -verify_hostname <text>
  -nameopt <text>`;

export const OPENSSL: ProgramDescription = {
  // The first operand ends the options, and --name is -name. Alone, it ran its input before release 3.
  names: "openssl",
  parser: "go",
  input: "code",
  commands: {
    version: {
      options: `
        -a -b -d -e -m -f -o -p -r -v -c
        -help (alone)`,
    },
    x509: {
      options: `
        -in <localread>
        -inform <PEM|DER>
        -outform <PEM|DER>
        -noout -nocert -text
        -dates -startdate -enddate
        -subject -issuer -serial -email -alias -purpose -pubkey -modulus -ocspid -ocsp_uri
        -hash -subject_hash -subject_hash_old -issuer_hash -issuer_hash_old
        -fingerprint -md5 -sha1 -sha256 -sha384 -sha512
        -ext -nameopt -certopt -dateopt <text>
        -checkend <number>
        -checkhost -checkip -checkemail <text>
        ! -out <write>
        ! -CAserial <write>
        ! -engine <code>
        ! -provider <code>
        ! -provider-path <code>
        -help (alone)`,
    },
    verify: {
      options: `
        ${TRUST}
        -trusted -untrusted -CRLfile <localread>
        -verbose -show_chain -crl_check -x509_strict
        -purpose <text>
        ! -engine <code>
        ! -provider <code>
        ! -provider-path <code>
        -help (alone)`,
      operands: "localread*",
    },
    dgst: DIGEST,
    "md5 sha1 sha224 sha256 sha384 sha512 sha3-256 sha3-512": DIGEST,
    rand: {
      options: `
        -hex -base64
        ! -out <write>
        ! -rand <read>
        ! -writerand <write>
        ! -engine <code>
        ! -provider <code>
        ! -provider-path <code>
        -help (alone)`,
      operands: "text?",
    },
    ciphers: {
      options: `
        -v -V -s -stdname
        -tls1 -tls1_1 -tls1_2 -tls1_3
        -help (alone)`,
      operands: "text?",
    },
    base64: {
      options: `
        -d -e -a -A
        -in <localread>
        ! -out <write>`,
    },
    s_client: {
      options: `
        ${TRUST}
        -connect <text>
        -servername <text>
        -noservername -showcerts -brief -quiet -status -prexit -ign_eof -no_ign_eof -crlf -tlsextdebug -nocommands
        -verify_return_error -verify_quiet
        -verify <number>
        -starttls <text>
        -alpn <text>
        -cipher -ciphersuites -groups -sigalgs <text>
        -tls1 -tls1_1 -tls1_2 -tls1_3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3
        -4 -6
        -proxy <text>
        ! -unix <text>
        ! -cert <read>
        ! -key <read>
        ! -cert_chain <read>
        ! -sess_out <write>
        ! -keylogfile <write>
        ! -msgfile <write>
        ! -writerand <write>
        ! -engine <code>
        ! -ssl_client_engine <code>
        ! -provider <code>
        ! -provider-path <code>
        -help (alone)`,
      operands: "text?",
    },
  },
};
