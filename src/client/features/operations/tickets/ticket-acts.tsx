import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { closeTicket, handOverTicket, takeTicket } from '#contract/operations-tickets.ts'
import { ActSheet } from '../act-sheet.tsx'
import { operatorQuery } from '../operator.queries.ts'
import { colleaguesQuery, useQuickAct, type WorkedTicket } from './tickets.queries.ts'

/** The acts on a ticket: take it, hand it over, close it. A closed ticket waits for its customer. */
export function TicketActs({ ticket }: { ticket: WorkedTicket }) {
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
  const [checked, setChecked] = useState(false)
  const handOver = useQuickAct({
    act: () => callApi(handOverTicket, { params: { id: ticket.id }, body: { operatorId } }),
    done: t('handOver.done'),
  })
  const others = colleagues.filter(({ id }) => id !== ticket.assignedTo?.id)
  const press = () => {
    setChecked(true)
    if (operatorId !== '') handOver.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <Sheet
      open
      title={t('handOver.title')}
      onClose={onClose}
      dismissible={!handOver.isPending}
      footer={
        <Button full loading={handOver.isPending} onClick={press}>
          {t('handOver.action')}
        </Button>
      }
    >
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
    </Sheet>
  )
}
