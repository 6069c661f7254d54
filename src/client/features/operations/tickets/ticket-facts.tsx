import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { PlainLink, TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { closeTicket, handOverTicket, takeTicket } from '#contract/operations-tickets.ts'
import { ActSheet, useQuickAct } from '../act-sheet.tsx'
import { Allowed } from '../allowed.tsx'
import { Digits, useUserName } from '../names.tsx'
import { operatorQuery } from '../operator.queries.ts'
import { userQuery } from '../user.queries.ts'
import { BalanceSection } from '../user-sections.tsx'
import { colleaguesQuery, useSpan, type WorkedTicket } from './tickets.queries.ts'

/** The ticket itself: its status, its operator and its subject. */
export function TicketFacts({ ticket }: { ticket: WorkedTicket }) {
  const { t } = useTranslation('tickets')
  const { since, between } = useSpan()
  const { about, waitsSince, firstAnsweredAt, createdAtDateTime, assignedTo, closed, status, type } = ticket
  return (
    <Section title={t('ticket')}>
      <FactList
        facts={[
          { label: t('status.label'), value: closed ? t('status.closed') : t(`status.${status}`), strong: true },
          { label: t('type.label'), value: t(`type.${type}`) },
          { label: t('column.at'), value: <DateText at={createdAtDateTime} /> },
          { label: t('column.waits'), value: waitsSince ? since(waitsSince) : t('figures.none') },
          {
            label: t('column.firstAnswer'),
            value: firstAnsweredAt ? between(createdAtDateTime, Date.parse(firstAnsweredAt)) : t('figures.none'),
          },
          { label: t('column.operator'), value: assignedTo ? <bdi>{assignedTo.name}</bdi> : t('column.nobody') },
          ...(about
            ? [
                {
                  label: t(`about.${about.kind}`),
                  value: (
                    <>
                      <Digits text={about.id} /> <bdi dir="ltr">{about.status}</bdi>{' '}
                      <DateText at={about.createdAtDateTime} />
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Allowed to={takeTicket}>
        <TicketActs ticket={ticket} />
      </Allowed>
    </Section>
  )
}

/** The customer, as far as this operator may see the data. */
export function CustomerFacts({ ticket }: { ticket: WorkedTicket }) {
  const { t } = useTranslation('tickets')
  const { t: word } = useTranslation('operations')
  const nameOf = useUserName()
  const { data: user, isError } = useQuery(userQuery(ticket.userId))
  return (
    <>
      <Section
        title={t('facts')}
        aside={
          <TextLink to="/operations/users/$userId" params={{ userId: ticket.userId }}>
            {t('page')}
          </TextLink>
        }
      >
        {isError && <chakra.p color="fg.muted">{t('noFacts')}</chakra.p>}
        {user && (
          <>
            {user.frozen && <Notice tone="warning">{t('frozen')}</Notice>}
            <FactList
              facts={[
                { label: word('users.name'), value: <bdi>{nameOf({ ...user, mobileNumber: '' })}</bdi>, strong: true },
                { label: t('mobile'), value: <Digits text={user.mobileNumber} /> },
                { label: t('verification'), value: word(`verification.${user.authenticationType}`) },
                { label: t('level'), value: word(`level.${user.userAccountLevel}`) },
                { label: t('since'), value: <DateText at={user.createdDate} style="date" /> },
              ]}
            />
          </>
        )}
      </Section>
      {user && <BalanceSection user={user} />}
      {ticket.others.length > 0 && <Others ticket={ticket} />}
    </>
  )
}

function Others({ ticket: { others } }: { ticket: WorkedTicket }) {
  const { t } = useTranslation('tickets')
  return (
    <Section title={t('others')}>
      <chakra.ul display="grid" gap="1">
        {others.map(({ id, subject, status, closed, createdAtDateTime }) => (
          <li key={id}>
            <PlainLink
              to="/operations/tickets/$ticketId"
              params={{ ticketId: id }}
              display="grid"
              paddingBlock="2"
              minHeight="tap"
              fontSize="sm"
              _hover={{ color: 'gold' }}
            >
              <chakra.span fontWeight="semibold" overflowWrap="anywhere">
                <bdi>{subject}</bdi>
              </chakra.span>
              <chakra.span fontSize="xs" color="fg.muted">
                {closed ? t('status.closed') : t(`status.${status}`)} · <DateText at={createdAtDateTime} style="date" />
              </chakra.span>
            </PlainLink>
          </li>
        ))}
      </chakra.ul>
    </Section>
  )
}

/** The acts on a ticket: take it, hand it over, close it. A closed ticket waits for its customer. */
function TicketActs({ ticket }: { ticket: WorkedTicket }) {
  const { t } = useTranslation('tickets')
  const { data: operator } = useQuery(operatorQuery())
  const [sheet, setSheet] = useState<'handOver' | 'close'>()
  const take = useQuickAct({
    act: () => callApi(takeTicket, { params: { id: ticket.id } }),
    done: t('take.done'),
  })
  if (ticket.closed) return null
  const isMine = ticket.assignedTo !== null && ticket.assignedTo.id === operator?.id
  const onClose = () => setSheet(undefined)
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2" marginTop="4">
      {!isMine && (
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          {t('take.action')}
        </Button>
      )}
      <Button variant="quiet" onClick={() => setSheet('handOver')}>
        {t('handOver.action')}
      </Button>
      <Button variant="danger" onClick={() => setSheet('close')}>
        {t('close.action')}
      </Button>
      {sheet === 'handOver' && <HandOverSheet ticket={ticket} onClose={onClose} />}
      {sheet === 'close' && (
        <ActSheet
          title={t('close.title')}
          text={t('close.text')}
          yes={t('close.action')}
          done={t('close.done')}
          variant="danger"
          act={(reason) => callApi(closeTicket, { params: { id: ticket.id }, body: { reason } })}
          onClose={onClose}
        />
      )}
    </chakra.div>
  )
}

function HandOverSheet({ ticket, onClose }: { ticket: WorkedTicket; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const { data: colleagues = [] } = useQuery(colleaguesQuery())
  const [operatorId, setOperatorId] = useState('')
  const handOver = useQuickAct({
    act: () => callApi(handOverTicket, { params: { id: ticket.id }, body: { operatorId } }),
    done: t('handOver.done'),
  })
  const others = colleagues.filter(({ id }) => id !== ticket.assignedTo?.id)
  return (
    <FormSheet
      title={t('handOver.title')}
      action={t('handOver.action')}
      busy={handOver.isPending}
      complete={operatorId !== ''}
      onSend={() => handOver.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(checked) => (
        <SelectField
          label={t('handOver.to')}
          value={operatorId}
          options={[
            { value: '', label: t('handOver.choose') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setOperatorId}
          problem={checked && operatorId === '' ? t('handOver.missing') : undefined}
        />
      )}
    </FormSheet>
  )
}
