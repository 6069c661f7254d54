import { chakra } from '@chakra-ui/react'
import { Paperclip, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
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

type AttachButtonProps = {
  label: string
  hint: string
  removeLabel: (name: string) => string
  accept: string
  file: File | undefined
  problem: string | undefined
  onChange: (file: File | undefined) => void
}

const Label = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'tap',
    paddingInline: '3.5',
    borderRadius: 'md',
    bg: 'hover',
    fontSize: 'sm',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '&:has(:focus-visible)': { outline: '2px solid var(--k-colors-gold)', outlineOffset: '2px' },
  },
})

/** Picks the file of a message and shows its name. */
function AttachButton(props: AttachButtonProps) {
  const { label, hint, removeLabel, accept, file, problem, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const change = (next: File | undefined) => {
    // Without the reset, the browser would ignore the same file when it is picked again after its removal.
    if (input.current) input.current.value = ''
    onChange(next)
  }
  return (
    <chakra.div display="grid" gap="1.5" minWidth="0">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" minWidth="0">
        <Label>
          <Paperclip size={18} aria-hidden="true" />
          {label}
          <chakra.input
            ref={input}
            type="file"
            srOnly
            accept={accept}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => change(event.currentTarget.files?.[0] ?? undefined)}
          />
        </Label>
        {file && (
          <chakra.span display="inline-flex" alignItems="center" minWidth="0" fontSize="sm">
            <chakra.bdi truncate>{file.name}</chakra.bdi>
            <IconButton
              label={removeLabel(file.name)}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => change(undefined)}
            />
          </chakra.span>
        )}
      </chakra.div>
      {problem ? (
        <FieldProblem id={`${id}-note`}>{problem}</FieldProblem>
      ) : (
        <chakra.p id={`${id}-note`} fontSize="xs" color="fg.muted">
          {hint}
        </chakra.p>
      )}
    </chakra.div>
  )
}
