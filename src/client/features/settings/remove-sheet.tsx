import type { UseMutationResult } from '@tanstack/react-query'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showToast } from '#client/ui/toasts.ts'

type RemoveSheetProps = {
  words: { title: string; text: string; yes: string; no: string; done: string }
  command: UseMutationResult<unknown, Error, void>
  sentenceOf: (error: unknown) => string
  onClose: () => void
}

/** Asks before a key or a passkey is removed, and confirms the removal. */
export function RemoveSheet({ words, command, sentenceOf, onClose }: RemoveSheetProps) {
  const onSuccess = () => {
    showToast({ tone: 'success', title: words.done })
    onClose()
  }
  return (
    <ConfirmSheet
      open
      title={words.title}
      yes={words.yes}
      no={words.no}
      variant="danger"
      busy={command.isPending}
      onYes={() => command.mutate(undefined, { onSuccess })}
      onNo={onClose}
    >
      {command.isError && <Notice tone="error">{sentenceOf(command.error)}</Notice>}
      <p>{words.text}</p>
    </ConfirmSheet>
  )
}

type RemoveWord = 'title' | 'text' | 'yes' | 'no' | 'done'

/** The sentences of a removal; each list has them under the key `remove`. */
export const removalWords = (sayOf: (word: RemoveWord) => string): RemoveSheetProps['words'] => ({
  title: sayOf('title'),
  text: sayOf('text'),
  yes: sayOf('yes'),
  no: sayOf('no'),
  done: sayOf('done'),
})
