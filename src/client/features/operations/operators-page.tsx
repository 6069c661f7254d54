import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { getOperators, proposeOperator, proposeRoles, stopOperator } from '#contract/operations-proposals.ts'
import { Allowed, useMay } from './allowed.tsx'
import { Digits, useListText } from './names.tsx'
import { consoleQuery, contentOf } from './operator.queries.ts'
import { OperatorActs } from './operator-acts.tsx'
import { ProposeOperatorSheet } from './propose-operator.tsx'

type OperatorRow = Reply<typeof getOperators>['content'][number]

const operatorsQuery = () => queryOptions({ ...consoleQuery(getOperators, {}), select: contentOf })

/** All operators with their roles. */
export function OperatorsPage() {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const query = useQuery(operatorsQuery())
  const [proposing, setProposing] = useState(false)
  const columns = useColumns()
  return (
    <>
      <PageHeading
        title={t('operators.title')}
        text={t('operators.text')}
        aside={
          <Allowed to={proposeOperator}>
            <Button variant="quiet" onClick={() => setProposing(true)}>
              {ofOperations('proposals.operator.action')}
            </Button>
          </Allowed>
        }
      />
      <Card>
        <QueryView query={query} data={query.data} rows={4}>
          {(operators) => (
            <DataTable caption={t('operators.title')} rows={operators} keyOf={({ id }) => id} columns={columns} />
          )}
        </QueryView>
      </Card>
      {proposing && <ProposeOperatorSheet onClose={() => setProposing(false)} />}
    </>
  )
}

function useColumns(): readonly Column<OperatorRow>[] {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { t: ofSafety } = useTranslation('safety')
  const listText = useListText()
  const may = useMay()
  const mayChange = may(proposeRoles)
  return [
    { key: 'name', label: ofOperations('users.name'), wide: true, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'mobile',
      label: ofOperations('users.mobile'),
      cell: ({ mobileNumber }) => <Digits text={mobileNumber} />,
    },
    {
      key: 'roles',
      label: t('roles.label'),
      cell: ({ roles }) => listText(roles.map((role) => t(`roles.${role}.name`))),
    },
    {
      key: 'state',
      label: ofOperations('users.state'),
      cell: ({ hasKeys, isFrozen }) =>
        isFrozen ? ofSafety('operators.stopped') : hasKeys ? ofOperations('users.active') : t('operators.withoutKeys'),
    },
    {
      key: 'signIn',
      label: ofSafety('operators.lastSignIn'),
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? '–' : <DateText at={lastSignInAt} />),
    },
    ...(mayChange || may(stopOperator)
      ? [
          {
            key: 'change',
            label: t('operators.change.action'),
            unnamed: true,
            wide: true,
            cell: (operator: OperatorRow) => <OperatorActs operator={operator} />,
          },
        ]
      : []),
  ]
}
