import type { Access } from '#contract/endpoint.ts'

const listeners = new Set<() => void>()
let epoch = 0

/** Changes whenever a session begins or ends on this device. An answer to a call of an earlier session is ignored. */
export const sessionEpoch = (): number => epoch

export function beginSessionEpoch(): void {
  epoch += 1
}

/** Reports that the server answered UNAUTHENTICATED to a call that needs a session. */
export function reportUnauthenticated({ access, since }: { access: Access; since: number }): void {
  // The console handles the end of an operator's session by itself.
  if (access === 'public' || access === 'operator' || since !== epoch) return
  for (const listener of listeners) listener()
}

/** Returns the function that stops it. */
export function onUnauthenticated(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
