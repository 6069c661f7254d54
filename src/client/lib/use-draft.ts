import { useRef, useState } from 'react'
import { preparePicture } from './shrink-picture.ts'

interface Draft {
  readonly fileName?: string | undefined
  readonly clientKey: string
}

interface Keeping<Kept extends Draft> {
  readonly read: () => Kept
  readonly keep: (draft: Kept) => void
}

/** A draft that outlives a reload, and the file beside it, which does not. */
export function useDraft<Kept extends Draft>({ read, keep }: Keeping<Kept>) {
  const [draft, setDraft] = useState(read)
  const [file, setFile] = useState<File>()
  const newest = useRef(draft)
  // What is typed while a picture is made smaller stays.
  const set = (change: Partial<Kept>) => {
    newest.current = { ...newest.current, ...change }
    keep(newest.current)
    setDraft(newest.current)
  }
  const setOwn = (change: Draft) => set({ ...newest.current, ...change })
  const pick = async (picked: File | undefined) => {
    setFile(picked && (await preparePicture(picked)).file)
    // Another file is another message.
    setOwn({ fileName: picked?.name, clientKey: crypto.randomUUID() })
  }
  const lostFile = file === undefined ? draft.fileName : undefined
  return { draft, set, file, pick, lostFile }
}
