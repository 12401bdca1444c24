import type { ValueKind } from "../../../src/policy/programs/description.js";

export interface Texts {
  readonly harmless: readonly string[];
  readonly hostile: readonly string[];
}

export const TEXT: Texts = {
  harmless: [
    "x",
    "one",
    "two",
    "2",
    "HEAD",
    "main",
    "v1",
    "o",
    "utf-8",
    "%s",
    ".",
    "t",
    "name",
    "1",
    "a.txt",
  ],
  hostile: [],
};

export const TEXTS: Partial<Record<ValueKind, Texts>> = {
  number: {
    harmless: ["1", "2", "10", "0", "3"],
    hostile: ["1e9", "-1", "$(./evil.sh)", "psvar[$(./evil.sh)1]", "+3"],
  },
  task: {
    harmless: ["ok", "test", "build", "clean", "lint"],
    hostile: ["evil", "$(shell ./evil.sh)", "-f/home/ada/evil.mk", "x=$(shell ./evil.sh)"],
  },
  any: { harmless: ["x", "--flag", "a.txt", "1", "-v"], hostile: [] },
  code: { harmless: ["cat", "true", "1", "echo"], hostile: ["./evil.sh", "sh ./evil.sh", "../evil.js"] },
  url: {
    harmless: [
      "http://127.0.0.1:8080/x",
      "localhost:8080",
      "http://localhost:8080/a?b=1",
      "HTTP://127.0.0.1:8080/",
    ],
    hostile: [
      "file:///home/ada/.ssh/id_rsa",
      "FILE:///home/ada/.ssh/id_rsa",
      "file:.env",
      "http://127.0.0.1:8080/ -o made",
      "-o/srv/elsewhere/made",
      "http://127.0.0.1:8080/{a,b}",
      "ext::./evil.sh",
      "scp://localhost/x",
      "telnet://localhost:8080",
      "http://127.0.0.1:8080/$(./evil.sh)",
      "../.ssh/id_rsa",
    ],
  },
  remote: {
    harmless: [
      "origin",
      "/srv/elsewhere/repo.git",
      "http://127.0.0.1:8080/x.git",
      "ssh://localhost/x.git",
      "localhost:x.git",
    ],
    hostile: [
      "ext::sh -c ./evil.sh",
      "ext::./evil.sh",
      "ssh://-oProxyCommand=./evil.sh/x",
      "-oProxyCommand=./evil.sh:x",
      "--upload-pack=./evil.sh",
      "fd::17",
      "evil::x",
      "localhost:x;./evil.sh",
      "file:///srv/elsewhere/repo.git",
      "src/bare.git",
    ],
  },
  package: {
    harmless: ["left-pad", "lodash@4", "requests", "requests==2.0", "@types/node", "example.com/x@v1"],
    hostile: [
      "./evil",
      "../evil",
      "file:evil",
      "git+file:///srv/elsewhere/repo.git",
      "http://127.0.0.1:8080/x.tgz",
      "evil.tgz",
      "/srv/elsewhere",
      "x@file:../evil",
      "npm:x@file:evil",
      ".",
      "-e",
    ],
  },
  mount: {
    harmless: ["./src:/src", "vol:/x"],
    hostile: ["/:/host", "../..:/x", "/home/ada/.ssh:/k", "/var/run/docker.sock:/s", "out:/x"],
  },
  assignment: {
    harmless: ["VERSION=1", "NAME=a b", "MODE=fast", "VERSION="],
    hostile: [
      "SHELL=./evil.sh",
      "x=$(shell ./evil.sh)",
      "x=`./evil.sh`",
      "$(shell ./evil.sh)=1",
      "$(shell ./evil.sh)x=1",
      "MAKEFLAGS=--eval=$(shell ./evil.sh)",
      "CC=./evil.sh",
      "x:=$(shell ./evil.sh)",
      "x!=./evil.sh",
      "x::=$(shell ./evil.sh)",
      "PATH=/home/ada:/bin",
      "VERSION=$(./evil.sh)",
      "VERSION=1;./evil.sh",
      "VERSION=1\n./evil.sh",
      "MAKEFILES=/home/ada/evil.mk",
    ],
  },
  curldata: {
    harmless: ["a=1", "@a.txt", "{}"],
    hostile: [
      "@/home/ada/.ssh/id_rsa",
      "@../.ssh/id_rsa",
      "a@/home/ada/.ssh/id_rsa",
      "@-",
      "=@/home/ada/.ssh/id_rsa",
      "x=@/home/ada/.ssh/id_rsa",
      "x=<../.ssh/id_rsa",
    ],
  },
  nowhere: { harmless: ["/dev/null", "-", "/dev/stdout"], hostile: ["/srv/elsewhere/made", "accident.txt"] },
  writeout: {
    harmless: ["%{http_code}", "%{time_total}\\n", "x"],
    hostile: ["@/home/ada/.ssh/id_rsa", "%output{/srv/elsewhere/made}%{http_code}", "@../.ssh/id_rsa"],
  },
  curlform: {
    harmless: ["a=1", "b=x y"],
    hostile: [
      "a=@/home/ada/.ssh/id_rsa",
      "a=<../.ssh/id_rsa",
      'a="@../.ssh/id_rsa"',
      "a=1;headers=@../.ssh/id_rsa",
    ],
  },
  format: { harmless: ["+%F", "+%s", "+%Y-%m-%d"], hostile: ["10101010", "-s1"] },
  pid: { harmless: ["1", "99999"], hostile: ["-1", "0", "%1"] },
  pair: { harmless: ["A=1", "MODE=fast"], hostile: ["HOME", "A=$(./evil.sh)"] },
  cflag: {
    harmless: ["-O2", "-Wall", "-g"],
    hostile: [
      "-fplugin=./evil.so",
      "@evil.txt",
      "-wrapper",
      "-o/srv/elsewhere/made",
      "-specs=evil.txt",
      "-B.",
      "-Wl,-o,/srv/elsewhere/made",
    ],
  },
  cmakeentry: {
    harmless: ["X=1", "CMAKE_BUILD_TYPE=Release", "X:BOOL=ON"],
    hostile: [
      "CMAKE_C_COMPILER=./evil.sh",
      "CMAKE_TOOLCHAIN_FILE=../evil.cmake",
      "CMAKE_PROJECT_INCLUDE=../evil.cmake",
      "CMAKE_PROJECT_INCLUDE:FILEPATH=../evil.cmake",
    ],
  },
  refspec: {
    harmless: ["main", "HEAD", "main:main", "v1"],
    hostile: ["+main", "-f", ":main", "HEAD:refs/heads/x"],
  },
  gopackage: {
    harmless: ["./...", ".", "example.com/app"],
    hostile: ["../...", "/srv/elsewhere", "example.org/x@v1", "all"],
  },
  gomodule: { harmless: ["example.com/x@v1", "example.com/x"], hostile: ["../evil", "./evil"] },
  goldflags: {
    harmless: ["-s -w", "-X main.version=1"],
    hostile: [
      "-extld=./evil.sh",
      "-linkmode=external -extld ./evil.sh",
      "-s -w -extld=./evil.sh",
      "-o /srv/elsewhere/made",
    ],
  },
  again: { harmless: ["test", "run"], hostile: ["exec", "dlx"] },
};
