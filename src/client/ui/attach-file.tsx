import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from './attach-button.tsx'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { TICKET_FILE_KINDS, useTicketSentences } from './use-ticket-sentences.ts'

interface AttachFileProps {
  readonly file: File | undefined
  /** The name of a file that was chosen before a reload. */
  readonly lostFile: string | undefined
  readonly onPick: (file: File | undefined) => void
}

/** The file of a message. If a reload has lost it, a notice says so. */
export function AttachFile({ file, lostFile, onPick }: AttachFileProps) {
  const { t } = useTranslation('support')
  const { fileProblem, attachHint } = useTicketSentences()
  return (
    <chakra.div display="grid" gap="2" minWidth="0" gridTemplateColumns="minmax(0, 1fr)">
      {lostFile !== undefined && (
        <Notice
          tone="warning"
          action={
            <Button size="sm" variant="ghost" onClick={() => onPick(undefined)}>
              {t('talk.withoutFile')}
            </Button>
          }
        >
          <chakra.span overflowWrap="anywhere">
            {t('talk.chooseAgain', { name: `\u2068${lostFile}\u2069` })}
          </chakra.span>
        </Notice>
      )}
      <AttachButton
        label={t('talk.attach')}
        hint={attachHint}
        removeLabel={(name) => t('talk.remove', { name })}
        accept={TICKET_FILE_KINDS.join()}
        file={file}
        problem={fileProblem(file)}
        onChange={onPick}
      />
    </chakra.div>
  )
}
