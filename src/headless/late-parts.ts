/**
 * What only a run that failed needs. That may be hours after the start, when another release has taken our place on the
 * disk, whose files do not fit ours: so it is loaded while the command works, and kept.
 */
export function lateParts(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    // What kept it from being read may be over when it is needed.
    loading = undefined;
    throw error;
  });
  return loading;
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const [{ traceRun, wasThere }, { SessionJournal }] = await Promise.all([
    import("./run-trace.js"),
    import("../driver/session-journal.js"),
  ]);
  return { traceRun, wasThere, SessionJournal };
}
