import { buildClientIfChanged } from './build-client.ts'

/** Sees to a built client, or throws what the build had to say. */
export async function requireClient(): Promise<void> {
  const { ok, output } = await buildClientIfChanged()
  if (!ok) throw new Error(`the client could not be built:\n${output}`)
}
