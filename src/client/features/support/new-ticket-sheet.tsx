import { chakra } from '@chakra-ui/react'
import { useNavigate } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachFile } from '#client/entities/ticket/attach-file.tsx'
import { MESSAGE_TYPED_MAX, useDraft } from '#client/entities/ticket/use-draft.ts'
import { useTicketSentences } from '#client/entities/ticket/use-ticket-sentences.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { TICKET_TYPES, type TicketType } from '#domain/ticket.ts'
import { SendRefusal } from './send-refusal.tsx'
import { useSupportSentences } from './support-sentences.ts'
import type { TicketAbout } from './ticket-about.ts'
import { emptyTicket, type NewTicketDraft, newTicketDraft, useOpenTicket } from './tickets.commands.ts'

type NewTicketSheetProps = {
  about: TicketAbout | undefined
  onDetach: () => void
  onClose: () => void
}

/** A new ticket: a title, a section and a text, and also its subject if it was opened from the page of one. */
export function NewTicketSheet({ about, onDetach, onClose }: NewTicketSheetProps) {
  const { t } = useTranslation('support')
  const formId = useId()
  const { draft, set, attached, checked, problems, open, isOffline, isBusy, submit } = useNewTicket(about)
  const { lengthLeft } = useTicketSentences()
  const shown = (problem: string | undefined) => (checked ? problem : undefined)
  return (
    <Sheet
      open
      title={t('open.title')}
      onClose={onClose}
      inAddress
      dismissible={!open.isPending}
      footer={
        <Button full type="submit" form={formId} loading={isBusy}>
          {t('open.send')}
        </Button>
      }
    >
      <Form id={formId} onSubmit={submit}>
        {isOffline && <Notice tone="warning">{t('offline')}</Notice>}
        {open.isError && !isOffline && <SendRefusal error={open.error} />}
        {about && <About about={about} onDetach={onDetach} />}
        <TextField
          label={t('open.subject')}
          required
          autoComplete="off"
          value={draft.subject}
          onChange={(subject) => set({ subject })}
          problem={shown(problems.subject)}
        />
        <SelectField<TicketType | ''>
          label={t('open.section')}
          required
          value={draft.type ?? ''}
          options={[
            ...(draft.type ? [] : [{ value: '' as const, label: t('open.choose') }]),
            ...TICKET_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
          ]}
          onChange={(type) => set({ type: type === '' ? undefined : type })}
          problem={shown(problems.type)}
        />
        <TextAreaField
          label={t('open.text')}
          isMessage
          aside={lengthLeft(draft.text)}
          hint={t('open.hint')}
          required
          maxLength={MESSAGE_TYPED_MAX}
          value={draft.text}
          onChange={(text) => set({ text })}
          problem={shown(problems.text)}
        />
        <AttachFile {...attached} />
      </Form>
    </Sheet>
  )
}

/** The draft, its problems, and sending it. A sent ticket opens its conversation, which says that it was sent. */
function useNewTicket(about: TicketAbout | undefined) {
  const navigate = useNavigate()
  const { draft, set, renewKey, file, pick, lostFile, isPreparing } = useDraft(DRAFT)
  const { fileProblem } = useTicketSentences()
  const [checked, setChecked] = useState(false)
  const { open, isOffline } = useOpenTicket()
  const problems = useProblems(draft)
  const submit = () => {
    setChecked(true)
    const { type } = draft
    if (isPreparing || problems.subject || problems.text || !type || fileProblem(file) || open.isPending) return
    open.mutate(
      { ...draft, type, about, file },
      {
        // The replaced history entry makes a step back lead to the list instead of an empty form.
        onSuccess: (id) => void navigate({ to: '/profile/support/massage/$id', params: { id }, replace: true }),
        // An earlier ticket with another content was sent under this key: a new key makes a new ticket.
        onError: (error) => isRefusal(error, 'IDEMPOTENCY_KEY_REUSED') && renewKey(),
      },
    )
  }
  const onPick = (picked: File | undefined) => {
    open.reset()
    pick(picked)
  }
  const isBusy = open.isPending || isPreparing
  return { draft, set, attached: { file, lostFile, onPick }, checked, problems, open, isOffline, isBusy, submit }
}

const DRAFT = { stored: newTicketDraft, empty: emptyTicket }

function useProblems({ subject, type, text }: NewTicketDraft) {
  const { t } = useTranslation('support')
  const { subjectProblem } = useSupportSentences()
  const { textProblem } = useTicketSentences()
  return {
    subject: subjectProblem(subject),
    type: type ? undefined : t('missing.section'),
    text: textProblem(text, t('missing.text')),
  }
}

function About({ about, onDetach }: { about: TicketAbout; onDetach: () => void }) {
  const { t } = useTranslation('support')
  const { aboutOf } = useSupportSentences()
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" fontSize="sm">
      <Paperclip size={16} aria-hidden="true" />
      <chakra.span flex="1">{t('open.about', { about: aboutOf(about) })}</chakra.span>
      <Button variant="ghost" size="sm" onClick={onDetach}>
        {t('open.detach')}
      </Button>
    </chakra.div>
  )
}
