import { type Files, forEachOf } from './files.ts'

/** Copies all files as they are, each with its place, into a home that has none, while others may still be stored and moved. */
export async function copyFiles(from: Files, to: Files): Promise<void> {
  const marked = await from.list('new')
  const copied = new Set<string>()
  // A file that moves into the bin or out of it meanwhile is found in one of three passes.
  for (const place of ['kyc', 'bin', 'kyc'] as const) {
    const entries = (await from.list(place)).filter(({ name }) => !copied.has(name))
    await forEachOf(entries, async ({ name, at }) => {
      const bytes = await from.read(name, place)
      if (!bytes) return
      await to.put(name, bytes)
      if (place === 'bin') await to.bin([name], at)
      copied.add(name)
    })
  }
  // A file that was new at either end of the copying may be one that no row of the database's copy names.
  const stillNew = new Set([...marked, ...(await from.list('new'))].map(({ name }) => name))
  const checked = [...copied].filter((name) => !stillNew.has(name))
  await to.remove(checked, 'new')
}

/** @throws Error with a sentence for the operator if there is any file, or a database has them already */
export async function demandNoFiles(files: Files): Promise<void> {
  const lists = await Promise.all((['kyc', 'bin', 'new'] as const).map((place) => files.list(place)))
  if (lists.some((entries) => entries.length > 0) || (await files.readOwner()) !== undefined)
    throw new Error(`${files.home.name} is not empty: choose another ${files.home.setting}.`)
}
