// Loaded into every process of a test: each SIGUSR2 is one bug of ours, of another kind each time.
const faults = [
  () => {
    throw new Error("a listener failed");
  },
  () => void Promise.reject(new Error("nobody waited")),
  () => process.emitWarning("too many of them"),
];
let count = 0;
process.on("SIGUSR2", () => faults[count++ % faults.length]?.());
