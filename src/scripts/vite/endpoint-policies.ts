import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { EndpointPolicy } from '../../../sw/cache-policy.ts'
import type { EndpointShape } from '../../contract/endpoint.ts'

/**
 * The policies of all GET endpoints, read from the contract at build time: the worker then carries a short table
 * instead of the contract's schemas. Its cache is shared by all users of the browser, so that what needs a session is
 * not kept there even where the contract lets the page keep it.
 */
export async function readEndpointPolicies(): Promise<EndpointPolicy[]> {
  const { endpoints }: { endpoints: Record<string, EndpointShape> } = await import(
    new URL('../../contract/endpoints.ts', import.meta.url).href
  )
  return Object.values(endpoints)
    .filter(({ method }) => method === 'GET')
    .map(({ path, offline, access }) => ({ path, kept: offline === 'keep' && access === 'public' }))
}

/** A short hash of the contract: answers kept on a device are dropped when it changes, and only then. */
export async function hashContract(): Promise<string> {
  const room = new URL('../../contract/', import.meta.url)
  const names = (await readdir(room)).filter((name) => name.endsWith('.ts')).sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(await readFile(new URL(name, room)))
  return hash.digest('hex').slice(0, 12)
}
