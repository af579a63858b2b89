/** A `refetchInterval` of so many milliseconds, by what was read last. Pauses while the query fails: `outage.ts` tries again. */
export const poll =
  <Data>(everyMs: (data: Data | undefined) => number | false) =>
  ({ state }: { state: { data: Data | undefined; status: string } }): number | false =>
    state.status === 'error' ? false : everyMs(state.data)

/** The same, always after so many milliseconds; never for `false`. */
export const pollEvery = (everyMs: number | false) => poll((_: unknown) => everyMs)
