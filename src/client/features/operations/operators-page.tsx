import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import type { Reply } from '#contract/endpoint.ts'
import {
  getOperators,
  proposeOperator,
  proposeRemoval,
  proposeRoles,
  stopOperator,
} from '#contract/operations-proposals.ts'
import { ActSheet } from './act-sheet.tsx'
import { Allowed, useMay } from './allowed.tsx'
import { Digits, useListText } from './names.tsx'
import { consoleQuery, contentOf } from './operator.queries.ts'
import { OperatorActs } from './operator-acts.tsx'
import { ProposeOperatorSheet, RoleFields } from './propose-operator.tsx'

type OperatorRow = Reply<typeof getOperators>['content'][number]

const operatorsQuery = () =>
  queryOptions({
    ...consoleQuery(getOperators, {}),
    select: contentOf,
  })

/** All operators with their roles. */
export function OperatorsPage() {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const query = useQuery(operatorsQuery())
  const [changing, setChanging] = useState<OperatorRow | undefined>()
  const [removing, setRemoving] = useState<OperatorRow | undefined>()
  const [proposing, setProposing] = useState(false)
  const columns = useColumns({ onChange: setChanging, onRemove: setRemoving })
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
      {changing && <RolesSheet operator={changing} onClose={() => setChanging(undefined)} />}
      {removing && <RemovalSheet operator={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

interface Acts {
  readonly onChange: (operator: OperatorRow) => void
  readonly onRemove: (operator: OperatorRow) => void
}

function useColumns({ onChange, onRemove }: Acts): readonly Column<OperatorRow>[] {
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
            cell: (operator: OperatorRow) => (
              <OperatorActs operator={operator} onChange={onChange} onRemove={onRemove} />
            ),
          },
        ]
      : []),
  ]
}

function RemovalSheet({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  return (
    <ActSheet
      title={t('operators.remove.title', { name: operator.name })}
      text={t('operators.remove.text')}
      yes={t('operators.remove.propose')}
      done={ofOperations('act.supervisor.done')}
      variant="danger"
      proposes={{ kind: 'REMOVE_OPERATOR', userId: operator.id }}
      act={(reason) => callApi(proposeRemoval, { params: { id: operator.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

function RolesSheet({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const [roles, setRoles] = useState(operator.roles as readonly OperatorRow['roles'][number][])
  return (
    <ActSheet
      title={t('operators.change.title', { name: operator.name })}
      text={ofOperations('act.supervisor.text')}
      yes={t('operators.change.propose')}
      done={ofOperations('act.supervisor.done')}
      problem={roles.length === 0}
      proposes={{ kind: 'CHANGE_ROLES', userId: operator.id }}
      act={(reason) => callApi(proposeRoles, { params: { id: operator.id }, body: { roles: [...roles], reason } })}
      onClose={onClose}
    >
      {({ checked }) => <RoleFields roles={roles} onChange={setRoles} checked={checked} />}
    </ActSheet>
  )
}
