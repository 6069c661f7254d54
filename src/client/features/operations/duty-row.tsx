import { chakra } from '@chakra-ui/react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { getDuty, setDuty } from '#contract/operations.ts'
import { answerOf, consoleQuery } from './operator.queries.ts'
import { useListText } from './use-list-text.ts'

const dutyQuery = () =>
  queryOptions({
    ...consoleQuery(getDuty, {}),
    select: answerOf,
  })

/** The operators who get an SMS about waiting work and failures: a switch for this operator, and the names of the others. */
export function DutyRow() {
  const { t } = useTranslation('safety')
  const listText = useListText()
  const client = useQueryClient()
  const { data: duty } = useQuery(dutyQuery())
  const change = useMutation({
    mutationFn: (onDuty: boolean) => callApi(setDuty, { body: { onDuty } }),
    onSettled: () => client.invalidateQueries({ queryKey: dutyQuery().queryKey }),
  })
  if (!duty) return null
  const { others } = duty
  return (
    <chakra.div borderTopWidth="1px" borderColor="line" marginTop="3" paddingTop="1">
      <Checkbox checked={change.isPending ? change.variables : duty.onDuty} onChange={(on) => change.mutate(on)}>
        <chakra.span display="grid">
          <span>{t('duty.label')}</span>
          <chakra.span fontSize="xs" color="fg.muted">
            {t('duty.text')} {others.length === 0 ? t('duty.nobody') : t('duty.others', { names: listText(others) })}
          </chakra.span>
        </chakra.span>
      </Checkbox>
      {change.isError && <RefusalNotice error={change.error} />}
    </chakra.div>
  )
}
