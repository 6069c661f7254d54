import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { resumeCustody, stopCustody } from '#contract/operations-custody.ts'
import { ActSheet } from '../act-sheet.tsx'
import { readApprovals } from './read-approvals.ts'

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
          <SignedText label={t('custody.resume.sign')} text={resumeText} />
          <SignaturesField
            input={JSON.stringify({ resume: Date.parse(stoppedAt) })}
            text={text}
            onChange={setText}
            isUnreadable={checked && approvals === undefined}
            isOptional
          />
        </>
      )}
    </ActSheet>
  )
}

type SignaturesFieldProps = {
  /** The input of the command that signs. */
  input: string
  text: string
  onChange: (text: string) => void
  isUnreadable: boolean
  /** Custody's policy may need no signatures. */
  isOptional?: boolean
}

/** The input of the command by which custody's operators sign, and a field for what it prints. */
export function SignaturesField({ input, text, onChange, isUnreadable, isOptional = false }: SignaturesFieldProps) {
  const { t } = useTranslation('desk')
  return (
    <>
      <SignedText label={t('custody.resume.input', { command: COMMAND })} text={input} />
      <TextAreaField
        label={t('custody.resume.approvals')}
        hint={t(isOptional ? 'custody.resume.hint' : 'custody.outgoing.sign.hint', { command: COMMAND })}
        language="en"
        maxLength={TEXT_MAX}
        value={text}
        onChange={onChange}
        problem={isUnreadable ? t('custody.resume.unreadable', { command: COMMAND }) : undefined}
      />
    </>
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
