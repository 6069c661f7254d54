import type { QueryClient } from '@tanstack/react-query'
import { ensureSession } from '#client/lib/session.ts'
import { sandboxesQuery } from './use-sandboxes.ts'

/** Longer than this the first screen does not wait: better that a bar moves than that nothing shows. */
const WAIT_MS_MAX = 600

/** Who is here and whether this is a sandbox, so that the bars stand where they will stay when they are first drawn. */
export async function loadShell(client: QueryClient): Promise<void> {
  if (!navigator.onLine) return
  const known = Promise.allSettled([ensureSession(client), client.ensureQueryData(sandboxesQuery())])
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))])
}
