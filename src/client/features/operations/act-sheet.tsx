import { chakra } from '@chakra-ui/react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button, type ButtonVariant } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextAreaField, useCaretAtEnd } from '#client/ui/text-area-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { getOpenProposals } from '#contract/operations-proposals.ts'
import type { ProposalKind } from '#domain/operator-rights.ts'
import { CONSOLE, consoleQuery, contentOf } from './operator.queries.ts'
import { useAskedCode } from './operator-code.tsx'

export const REASON = { min: 3, max: 300 }

/** An act of an operator in its own sheet. */
export function ActSheet<Answer>(props: ActProps<Answer>) {
  const { fields, buttons, close, isPending } = useActForm(props)
  return (
    <Sheet open title={props.title} onClose={close} dismissible={!isPending} footer={buttons}>
      {fields}
    </Sheet>
  )
}

/** An act of an operator within the page, so that the facts for the decision stay in sight. */
export function ActPanel<Answer>(props: ActProps<Answer>) {
  const { fields, buttons } = useActForm(props)
  const title = useId()
  return (
    <chakra.section
      aria-labelledby={title}
      display="grid"
      gap="4"
      marginTop="4"
      paddingTop="4"
      borderTopWidth="1px"
      borderColor="line"
    >
      <chakra.h3 id={title} fontWeight="bold">
        {props.title}
      </chakra.h3>
      {fields}
      <chakra.div display="flex" gap="2">
        {buttons}
      </chakra.div>
    </chakra.section>
  )
}

type ActProps<Answer> = {
  title: string
  /** Describes the effect of the act. */
  text?: ReactNode
  /** The label of the button, and the text of the toast afterwards. */
  yes: string
  done: string | ((answer: Answer) => string)
  variant?: ButtonVariant
  /** The label of the reason, if it is more than a note for the log. */
  reasonLabel?: string
  /** Reasons that can be inserted with a press. */
  ready?: readonly string[]
  /** Additional fields; as a function, they show their own problems. */
  children?: ReactNode | ((state: SendState) => ReactNode)
  /** The problem that prevents sending, other than a missing reason; `true` if the fields show it themselves. */
  problem?: string | boolean | undefined
  /** The proposal that the act would make, if another operator must approve it. */
  proposes?: Proposable | undefined
  act: (reason: string) => Promise<Answer>
  onClose: () => void
  /** Returns to an earlier step, by a button with these words; without it, the sheet closes. */
  back?: { readonly words: string; readonly go: () => void }
}

export interface SendState {
  /** Set once the button was pressed: from then on missing parts are reported. */
  readonly checked: boolean
  /** The fields that the server has refused. */
  readonly refusedFields: readonly string[]
}

/** The form of an act, which always requires a reason, and its buttons. Afterwards the console's data is refetched. */
function useActForm<Answer>(props: ActProps<Answer>) {
  const { text, yes, done, variant = 'primary', ready, children, problem, act, onClose, back } = props
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const form = useId()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const send = useMutation({
    mutationFn: () => act(reason.trim()),
    onSuccess: async (answer) => {
      showToast({ tone: 'success', title: typeof done === 'string' ? done : done(answer) })
      onClose()
      await client.invalidateQueries({ queryKey: [CONSOLE] })
    },
  })
  const code = useAskedCode(send.isPending)
  const isAsked = code !== undefined
  useFirstField(form, isAsked)
  const { length } = reason.trim()
  // Inserted ready sentences may make it longer than typing allows.
  const reasonProblem = length < REASON.min ? t('act.short') : length > REASON.max ? t('act.long') : undefined
  const submit = () => {
    if (code) return code.prove()
    setChecked(true)
    if (!reasonProblem && !problem) send.mutate()
  }
  const close = () => {
    code?.leave()
    onClose()
  }
  const buttons = (
    <>
      <Button full variant="quiet" disabled={send.isPending && !code} onClick={code ? close : (back?.go ?? onClose)}>
        {(!code && back?.words) || t('act.cancel')}
      </Button>
      <Button full type="submit" form={form} variant={variant} loading={code ? code.isSending : send.isPending}>
        {code ? ofDesk('proof.action') : yes}
      </Button>
    </>
  )
  const fields = (
    <Form id={form} onSubmit={submit}>
      {/* The fields are locked while the code is requested, since the code confirms this content. */}
      <chakra.fieldset display="contents" disabled={isAsked}>
        {text && <p>{text}</p>}
        {props.proposes && <WaitingProposal of={props.proposes} />}
        {send.isError && <Notice tone="error">{sentenceOf(send.error)}</Notice>}
        {typeof children === 'function' ? children({ checked, refusedFields: refusedFields(send.error) }) : children}
        {checked && typeof problem === 'string' && <Notice tone="error">{problem}</Notice>}
        <ReasonField
          label={props.reasonLabel ?? t('act.reason')}
          ready={isAsked ? undefined : ready}
          value={reason}
          onChange={setReason}
          problem={checked ? reasonProblem : undefined}
        />
      </chakra.fieldset>
      {code && (
        <>
          <p>{ofDesk('proof.text')}</p>
          {code.field}
        </>
      )}
    </Form>
  )
  return { fields, buttons, close, isPending: send.isPending && !code }
}

/** Focuses the first field, since the form is all there is to do here, and the code once it is requested. */
function useFirstField(form: string, isAsked: boolean): void {
  useEffect(() => {
    const first = isAsked ? '[name=code]' : 'input, select, textarea'
    document.getElementById(form)?.querySelector<HTMLElement>(first)?.focus()
  }, [form, isAsked])
}

type ReasonFieldProps = {
  label: string
  ready: readonly string[] | undefined
  value: string
  onChange: (reason: string) => void
  problem: string | undefined
}

/** The operator's reason, typed or composed of ready sentences. */
function ReasonField({ label, ready, value, onChange, problem }: ReasonFieldProps) {
  const { t } = useTranslation('operations')
  const { area, moveCaret } = useCaretAtEnd()
  const add = (sentence: string) => {
    onChange(value.trim() === '' ? sentence : `${value.trimEnd()}\n${sentence}`)
    moveCaret()
  }
  return (
    <>
      {ready && <ReadyReasons reasons={ready} onChoose={add} />}
      <TextAreaField
        label={label}
        hint={t('act.hint')}
        required
        areaRef={area}
        maxLength={REASON.max}
        value={value}
        onChange={onChange}
        problem={problem}
      />
    </>
  )
}

/** Some refusals name every wrong field, others only the first. */
function refusedFields(error: unknown): readonly string[] {
  if (!(error instanceof ApiRefusal) || error.field === undefined) return []
  const { details } = error
  const all = typeof details === 'object' && details !== null ? Reflect.get(details, 'fields') : undefined
  return Array.isArray(all) ? all.map(String) : [error.field]
}

/** Frequent sentences, each inserted with a press. */
function ReadyReasons({ reasons, onChoose }: { reasons: readonly string[]; onChoose: (reason: string) => void }) {
  return (
    <chakra.ul display="grid" gap="1.5">
      {reasons.map((reason) => (
        <li key={reason}>
          <Button full variant="quiet" size="sm" onClick={() => onChoose(reason)}>
            {reason}
          </Button>
        </li>
      ))}
    </chakra.ul>
  )
}

/** The proposal that a form would make: each subject or person has at most one open proposal of a kind. */
export interface Proposable {
  readonly kind: ProposalKind
  /** A market, a level, a day or a text. */
  readonly subject?: string
  readonly userId?: string
}

const openProposalsQuery = () => queryOptions({ ...consoleQuery(getOpenProposals, {}), select: contentOf })

/** Says in a form that the same proposal is already open, by whom and since when: a second one would be refused. */
export function WaitingProposal({ of: { kind, subject, userId } }: { of: Proposable }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const { data } = useQuery(openProposalsQuery())
  const waiting = data?.find(
    (open) =>
      open.kind === kind &&
      (subject === undefined || open.subject === subject) &&
      (userId === undefined || open.userId === userId),
  )
  if (!waiting) return null
  const { id, isOwn, proposedBy, proposedAt } = waiting
  return (
    <Notice
      tone="warning"
      title={t('waits.title', { id: showDigits(id, language) })}
      action={<TextLink to="/operations/proposals">{t('waits.show')}</TextLink>}
    >
      {isOwn ? t('waits.own') : t('waits.by', { name: proposedBy })} <DateText at={proposedAt} />. {t('waits.text')}
    </Notice>
  )
}

/** An act without a reason, and mostly without a sheet: a toast reports its outcome, and the console's data is refetched. */
export function useQuickAct({ act, done }: { act: () => Promise<unknown>; done?: string }) {
  const client = useQueryClient()
  const sentenceOf = useSentenceOf()
  return useMutation({
    mutationFn: act,
    onSuccess: () => done && showToast({ tone: 'success', title: done }),
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: [CONSOLE] }),
  })
}
