import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Intention } from '#client/lib/use-intention.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'

type CancelSheetProps = {
  intention: Omit<Intention<unknown, unknown>, 'propose' | 'begin'>
  title: string
  yes: string
  no: string
  children: ReactNode
  onClose: () => void
}

/** The confirmation of a cancellation, or its outcome if it did not succeed. */
export function CancelSheet({ intention, title, yes, no, children, onClose }: CancelSheetProps) {
  const { t: ofUi } = useTranslation('ui')
  const sentenceOf = useSentenceOf()
  const { terms, sending, outcomeUnknown, inquiry, refusal, outcome } = intention
  if (terms === undefined || outcome !== undefined) return null
  return (
    <ConfirmSheet
      open
      title={title}
      yes={outcomeUnknown ? ofUi('unknown.again') : yes}
      no={outcomeUnknown ? ofUi('unknown.leave') : no}
      variant="danger"
      busy={sending || (outcomeUnknown && inquiry === 'asking')}
      onYes={intention.accept}
      onNo={() => {
        intention.dismiss()
        onClose()
      }}
    >
      <chakra.div display="grid" gap="3">
        {children}
        {refusal && (
          <Notice tone="error" urgent>
            {sentenceOf(refusal)}
          </Notice>
        )}
        {outcomeUnknown && <UnknownOutcome inquiry={inquiry} />}
      </chakra.div>
    </ConfirmSheet>
  )
}
