import { describe, expect, it } from "vitest";
import { mountSource } from "../../../src/policy/programs/checks/mount.js";

describe("the folder that a container gets", () => {
  it.each<[text: string, source: string]>([
    ["/home/ada/app:/app", "/home/ada/app"],
    ["/home/ada/app:/app:ro", "/home/ada/app"],
    ["/home/ada/app:/app:rw,z", "/home/ada/app"],
    ["/home/ada/my app:/app", "/home/ada/my app"],
    [".:/src/", "./"],
    ["..:/src", "../"],
    ["./data:/data", "./data"],
    ["../x/y:/data", "../x/y"],
    ["/:/host", "/"],
    ["type=bind,source=/etc,target=/x", "/etc"],
    ["type=bind,src=/etc,dst=/x,readonly", "/etc"],
    ["source=/etc,type=bind,destination=/x,ro=true", "/etc"],
    ["type=bind,source=.,target=/x", "./"],
  ])("%s: %s", (text, source) => expect(mountSource(text)).toBe(source));

  it.each([
    ["cache:/home/node/.npm", "a volume by name"],
    ["pg_data.1:/var/lib/postgresql/data:rw", "with a mode"],
    ["/app/node_modules", "a volume without a name"],
    ["type=volume,source=cache,target=/x", "spelled out"],
    ["source=cache,target=/x", "volumes are the default of --mount"],
    ["type=volume,target=/x", "without a name"],
    ["type=tmpfs,target=/x", "memory"],
  ])("%s: no folder (%s)", (text) => expect(mountSource(text)).toBeUndefined());

  it.each([
    ["", "nothing"],
    ["src", "a name without a target"],
    ["a:b", "a target that is not absolute"],
    ["/a:/b:/c", "three paths"],
    ["/a:/b:rshared", "a mode that reaches back"],
    ["/a:/b:ro:x", "too many fields"],
    ["C:\\x:/y", "another system's path"],
    ["~/.ssh:/x", "a tilde that no shell expanded"],
    ["$HOME:/x", "a variable that no shell expanded"],
    ['type=bind,"source=/etc",target=/x', "quoted CSV"],
    ["type=bind,source=src,source=/etc,target=/x", "a field twice"],
    ["type=bind,source=src,src=/etc,target=/x", "twice by two names"],
    ["type=bind,source=src,target=/x,bind-propagation=rshared", "an option that is not known"],
    ["type=volume,source=x,target=/x,volume-opt=device=/etc", "an option of a driver"],
    ["type=volume,source=/etc,target=/x", "a path as a volume"],
    ["type=bind,source=src", "no target"],
    ["type=bind,source=src,target=x", "a bind of a name"],
    ["type=npipe,source=/x,target=/x", "another type"],
    [" /a:/b", "a blank before it"],
  ])("%s: the whole disk (%s)", (text) => expect(mountSource(text)).toBe("/"));
});
