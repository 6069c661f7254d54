import type { QueryClient } from '@tanstack/react-query'
import { ensureSession } from '#client/lib/session.ts'
import { sandboxesQuery } from './use-sandboxes.ts'

/** The first screen waits no longer than this: a moving bar is better than an empty page. */
const WAIT_MS_MAX = 600

/** Loads the session and the list of sandboxes, so that the bars do not move after the first paint. */
export async function loadShell(client: QueryClient): Promise<void> {
  if (!navigator.onLine) return
  const known = Promise.allSettled([ensureSession(client), client.ensureQueryData(sandboxesQuery())])
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))])
}
