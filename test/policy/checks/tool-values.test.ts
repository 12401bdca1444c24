import { describe, expect, it } from "vitest";
import {
  isHarmlessCloudValue,
  isHarmlessGithubPath,
  isHarmlessKubernetesOutput,
  isHarmlessPair,
  isHarmlessResource,
} from "../../../src/policy/programs/checks/tool-values.js";

type Check = (text: string) => boolean;

describe.each<[about: string, check: Check, harmless: readonly string[], others: readonly string[]]>([
  [
    "a variable of a container",
    isHarmlessPair,
    ["CI=1", "NODE_ENV=test", "A=", "my.name=x y", "A=$(x)"],
    ["CI", "", "=x", "1A=x", "-A=x", "AWS_SECRET_ACCESS_KEY"],
  ],
  [
    "a resource of a cluster",
    isHarmlessResource,
    ["pods", "po", "deploy/web", "pods,services", "all", "deployments.apps", "web-0", "externalsecrets"],
    [
      "secret",
      "secrets",
      "Secret",
      "SECRETS",
      "pods,secrets",
      "secret/db",
      "secrets.v1.",
      "",
      "pods secrets",
      "$x",
    ],
  ],
  [
    "a format of kubectl",
    isHarmlessKubernetesOutput,
    [
      "json",
      "yaml",
      "wide",
      "name",
      "jsonpath={.spec.replicas}",
      "custom-columns=A:.b",
      "go-template={{.x}}",
    ],
    ["go-template-file=/etc/passwd", "jsonpath-file=x", "custom-columns-file=x", "templatefile=x", "x", ""],
  ],
  [
    "a value of a cloud's tool",
    isHarmlessCloudValue,
    ["web", "Name=tag:app,Values=web", "s3://bucket/x", "Reservations[].Instances[]", "a@b.example", ""],
    ["file:///home/ada/.ssh/id_rsa", "fileb://x", "FILE://x", "https://evil.example", "@/etc/passwd", "@x"],
  ],
  [
    "an endpoint of GitHub",
    isHarmlessGithubPath,
    [
      "user",
      "/user",
      "repos/owner/app/pulls/12/comments",
      "repos/{owner}/{repo}/issues?state=open&per_page=5",
    ],
    ["https://evil.example/x", "//evil.example", "graphql", "/graphql", "http://x", "", "-x", "a b"],
  ],
])("%s", (_about, check, harmless, others) => {
  it.each(harmless)("%j is harmless", (text) => expect(check(text)).toBe(true));
  it.each(others)("%j is left to the person", (text) => expect(check(text)).toBe(false));
});
