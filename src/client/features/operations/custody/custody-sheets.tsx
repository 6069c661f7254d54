import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { CustodyApproval, resumeCustody, stopCustody } from '#contract/operations-custody.ts'
import { ActSheet } from '../act-sheet.tsx'

export function StopSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <ActSheet
      title={t('custody.stop.title')}
      text={t('custody.stop.text')}
      yes={t('custody.stop.action')}
      done={t('custody.stop.done')}
      variant="danger"
      act={(reason) => callApi(stopCustody, { body: { reason } })}
      onClose={onClose}
    />
  )
}

const COMMAND = 'npm run custody:approve'
/** Sixteen signatures of the longest names. */
const TEXT_MAX = 8_000

type ResumeSheetProps = { stoppedAt: string; resumeText: string; onClose: () => void }

/** Asks custody to let payments go on, with the signatures that its operators have made on their own machines. */
export function ResumeSheet({ stoppedAt, resumeText, onClose }: ResumeSheetProps) {
  const { t } = useTranslation('desk')
  const [text, setText] = useState('')
  const approvals = readApprovals(text)
  return (
    <ActSheet
      title={t('custody.resume.title')}
      text={t('custody.resume.text')}
      yes={t('custody.resume.action')}
      done={t('custody.resume.done')}
      problem={approvals === undefined}
      act={(reason) => callApi(resumeCustody, { body: { stoppedAt, approvals: [...(approvals ?? [])], reason } })}
      onClose={onClose}
    >
      {({ checked }) => (
        <>
          <SignedText
            label={t('custody.resume.input', { command: COMMAND })}
            text={JSON.stringify({ resume: Date.parse(stoppedAt) })}
          />
          <SignedText label={t('custody.resume.sign')} text={resumeText} />
          <TextAreaField
            label={t('custody.resume.approvals')}
            hint={t('custody.resume.hint', { command: COMMAND })}
            language="en"
            maxLength={TEXT_MAX}
            value={text}
            onChange={setText}
            problem={
              checked && approvals === undefined ? t('custody.resume.unreadable', { command: COMMAND }) : undefined
            }
          />
        </>
      )}
    </ActSheet>
  )
}

function SignedText({ label, text }: { label: string; text: string }) {
  return (
    <chakra.div display="grid" gap="1.5">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2" fontSize="sm">
        {label}
        <CopyButton text={text} />
      </chakra.div>
      <chakra.pre
        dir="ltr"
        padding="3"
        borderRadius="md"
        bg="sunken"
        fontSize="xs"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {text}
      </chakra.pre>
    </chakra.div>
  )
}

/** The signatures as the command prints them, one on each line; `undefined` if a line is something else. */
export function readApprovals(text: string): readonly CustodyApproval[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const approvals = lines.flatMap((line) => {
    const read = CustodyApproval.safeParse(parseJson(line))
    return read.success ? [read.data] : []
  })
  return approvals.length === lines.length ? approvals : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
