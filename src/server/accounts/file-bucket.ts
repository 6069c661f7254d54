import { MINUTE_MS } from '#domain/durations.ts'
import type { ObjectStore } from '../providers/object-store/object-store.ts'
import { type FileEntry, type Files, forEachOf } from './files.ts'

interface Bucket {
  readonly store: ObjectStore
  /** The beginning of every key, so that others may use the same bucket; empty or with a slash at its end. */
  readonly prefix: string
  /** The bucket's name, for the sentences of a refused start. */
  readonly name: string
}

/**
 * Files in a bucket, which all processes share. A move is a copy and then a removal: a process that ends in between leaves the file in both
 * places, and the next try or the hourly sweep ends it. A file in the bin has its time in its key, since a store of objects sets times itself.
 */
export function openFileBucket({ store, prefix, name: bucket }: Bucket): Files {
  const keys = keysIn(prefix)
  const get = async (file: { name: string; place: 'kyc' | 'bin' }, bytesMax?: number) => {
    const key = await keyOf(file)
    return key === undefined ? undefined : store.get(key, bytesMax)
  }
  const binned = async (name: string) => (await store.list(keys.binned(name))).map(({ key }) => key)
  const keyOf = async ({ name, place }: { name: string; place: 'kyc' | 'bin' }) =>
    place === 'kyc' ? keys.inUse(name) : (await binned(name)).at(-1)
  const create = async (key: string, bytes: Uint8Array) => {
    if (!(await store.put(key, bytes, 'absent'))) throw new Error('a file of this name exists already')
  }
  return {
    home: {
      name: `the bucket ${bucket}`,
      setting: 'FILES_S3_PREFIX',
      label: `its object ${keys.label}`,
      isShared: true,
    },
    async put(name, bytes) {
      await create(keys.mark(name), new Uint8Array())
      await create(keys.inUse(name), bytes)
    },
    async replace(file, bytes) {
      const key = await keyOf(file)
      const present = key === undefined ? undefined : await store.get(key, 1)
      // A file that was moved meanwhile would exist in two places.
      if (key !== undefined && present) await store.put(key, bytes, { tag: present.tag })
    },
    read: async (name, place = 'kyc') => (await get({ name, place }))?.bytes,
    readHead: async (file, length) => (await get(file, length))?.bytes,
    bin: (names, at) =>
      forEachOf(names, async (name) => {
        const isMoved = await store.copy({ from: keys.inUse(name), to: `${keys.binned(name)}${at.toISOString()}` })
        if (isMoved) await store.remove(keys.inUse(name))
        // A refused new file is not a leftover of a killed submission.
        await store.remove(keys.mark(name))
      }),
    restore: (names, at) =>
      forEachOf(names, async (name) => restoreFile(store, { to: keys.inUse(name), binned: await binned(name), at })),
    async list(place) {
      const begin = keys.place(place)
      const entries = new Map<string, FileEntry>()
      // A file whose move to the bin was repeated is there more than once; the last of its keys is the newest.
      for (const { key, at } of await store.list(begin)) {
        const [name = ''] = key.slice(begin.length).split('/')
        if (name !== '') entries.set(name, { name, at: place === 'bin' ? new Date(timeIn(key)) : at })
      }
      return [...entries.values()]
    },
    remove: (names, place) =>
      forEachOf(names, async (name) => {
        const removed = place === 'new' ? [keys.mark(name)] : await binned(name)
        await forEachOf(removed, store.remove)
      }),
    readOwner: () => readText(store, keys.label),
    async writeOwner(owner, former) {
      await demandConditions(store, `${prefix}conditions`)
      return writeOwner(store, { label: keys.label, owner, former })
    },
  }
}

const keysIn = (prefix: string) => ({
  label: `${prefix}installation`,
  place: (place: string) => `${prefix}${place}/`,
  inUse: (name: string) => `${prefix}kyc/${name}`,
  mark: (name: string) => `${prefix}new/${name}`,
  /** The beginning of its keys, which end in the times of its moves. */
  binned: (name: string) => `${prefix}bin/${name}/`,
})

/** The time at the end of a key in the bin. */
const timeIn = (key: string) => key.slice(key.lastIndexOf('/') + 1)

/**
 * A removal whose answer was lost may still be carried out for a while: a file that is restored meanwhile stays in the bin, so that the next
 * sweep finds it there if it is gone.
 */
const MOVE_MS_MAX = 10 * MINUTE_MS

async function restoreFile(
  store: ObjectStore,
  { to, binned, at }: { to: string; binned: readonly string[]; at: Date },
): Promise<void> {
  const newest = binned.at(-1)
  if (newest === undefined) return
  // A move that was cut short has left the file in use, too.
  if (!(await store.get(to, 1))) await store.copy({ from: newest, to })
  const settledBefore = new Date(at.getTime() - MOVE_MS_MAX).toISOString()
  const settled = binned.filter((key) => timeIn(key) < settledBefore)
  await forEachOf(settled, store.remove)
}

const readText = async (store: ObjectStore, key: string) => (await store.get(key))?.bytes.toString('utf8').trim()

async function writeOwner(
  store: ObjectStore,
  { label, owner, former }: { label: string; owner: string; former: string | undefined },
): Promise<boolean> {
  const present = await store.get(label)
  const isFormer = present?.bytes.toString('utf8').trim() === former
  const condition = present ? { tag: present.tag } : ('absent' as const)
  if (isFormer && (await store.put(label, Buffer.from(`${owner}\n`), condition))) return true
  // Processes of one exchange that start together claim it for the same database.
  return (await readText(store, label)) === owner
}

/**
 * Refuses a store that writes whatever the condition: two databases could then claim one bucket, and a file that is sealed anew while it is
 * deleted would come back. @throws Error with a sentence for the operator
 */
async function demandConditions(store: ObjectStore, key: string): Promise<void> {
  const text = (what: string) => Buffer.from(`${what} ${new Date().toISOString()}\n`)
  await store.put(key, text('first'), 'absent')
  const ignored =
    (await store.put(key, text('second'), 'absent')) || (await store.put(key, text('third'), { tag: '"0"' }))
  if (ignored)
    throw new Error(
      'the store of files ignores the conditions of writes (If-None-Match, If-Match): choose another one.',
    )
}
