import { useMutationState } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePictureChoice } from '#client/lib/use-picture-choice.ts'

interface Draft {
  readonly fileName?: string | undefined
  readonly clientKey: string
}

interface Keeping<Kept extends Draft> {
  readonly read: () => Kept
  readonly keep: (draft: Kept) => void
}

/** A draft that survives a reload, with its file, which does not. */
export function useDraft<Kept extends Draft>({ read, keep }: Keeping<Kept>) {
  const [draft, setDraft] = useState(read)
  const [file, setFile] = useState<File>()
  const newest = useRef(draft)
  const set = (change: Partial<Kept>) => {
    newest.current = { ...newest.current, ...change }
    keep(newest.current)
    setDraft(newest.current)
  }
  const setOwn = (change: Draft) => set({ ...newest.current, ...change })
  const { choose, preparing } = usePictureChoice<'file'>((_, picture) => setFile(picture?.file))
  const pick = (picked: File | undefined) => {
    // A message with another file is another message.
    setOwn({ fileName: picked?.name, clientKey: crypto.randomUUID() })
    void choose('file', picked)
  }
  const isPreparing = preparing.size > 0
  const lostFile = file === undefined && !isPreparing ? draft.fileName : undefined
  return { draft, set, file, pick, lostFile, isPreparing }
}

interface Sending {
  /** The key of the mutation that sends the draft; its variables contain the draft's `clientKey`. */
  readonly mutationKey: readonly string[]
  readonly clientKey: string
  readonly onSent: () => void
}

/** Calls back once the draft is sent, even if the form was reopened while it was being sent. */
export function useSentDraft({ mutationKey, clientKey, onSent }: Sending): void {
  const sent = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: ({ state: { variables } }) => clientKeyOf(variables),
  })
  const isSent = sent.includes(clientKey)
  const onSentNow = useEffectEvent(onSent)
  useEffect(() => {
    if (isSent) onSentNow()
  }, [isSent])
}

const clientKeyOf = (variables: unknown): unknown =>
  typeof variables === 'object' && variables !== null && 'clientKey' in variables ? variables.clientKey : undefined
