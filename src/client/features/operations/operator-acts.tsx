import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button, type ButtonVariant } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import type { Reply } from '#contract/endpoint.ts'
import {
  type getOperators,
  proposeLettingIn,
  proposeNewKeys,
  proposeRemoval,
  proposeRoles,
  stopOperator,
} from '#contract/operations-proposals.ts'
import { ActSheet } from './act-sheet.tsx'
import { useMay } from './allowed.tsx'
import { RoleFields } from './propose-operator.tsx'

type OperatorRow = Reply<typeof getOperators>['content'][number]
type Access = 'stop' | 'letIn' | 'keys'
type Act = Access | 'change' | 'remove'

const ENDPOINTS = { stop: stopOperator, letIn: proposeLettingIn, keys: proposeNewKeys } as const

const KINDS = { letIn: 'LET_OPERATOR_IN', keys: 'RENEW_OPERATOR_KEYS' } as const

/** The acts that are possible in an operator's present state. */
const fits = ({ isFrozen }: OperatorRow): Record<Access, boolean> => ({
  stop: !isFrozen,
  letIn: isFrozen,
  keys: !isFrozen,
})

interface OfferedAct {
  readonly key: Act
  readonly words: string
  readonly label: string
  readonly variant: ButtonVariant
  /** Shown in the row on a phone, too. */
  readonly isFirst: boolean
}

/** The acts on an operator: side by side on a wide screen; a phone shows the first and puts the others into a sheet. */
export function OperatorActs({ operator }: { operator: OperatorRow }) {
  const { t } = useTranslation('safety')
  const isWide = useWide()
  const [chosen, setChosen] = useState<Act | undefined>()
  const [isOpen, setOpen] = useState(false)
  const acts = useOfferedActs(operator)
  const close = () => setChosen(undefined)
  const inRow = acts.filter(({ isFirst }) => isWide || isFirst)
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1">
      {inRow.map((act) => (
        <ActButton key={act.key} act={act} onPress={() => setChosen(act.key)} />
      ))}
      {inRow.length < acts.length && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('operators.moreOf', { name: operator.name })}
          onClick={() => setOpen(true)}
        >
          {t('operators.more')}
        </Button>
      )}
      {isOpen && (
        <Sheet open title={operator.name} onClose={() => setOpen(false)}>
          <chakra.div display="grid" gap="2">
            {acts
              .filter(({ isFirst }) => !isFirst)
              .map((act) => (
                <ActButton
                  key={act.key}
                  act={act}
                  onPress={() => {
                    setOpen(false)
                    setChosen(act.key)
                  }}
                />
              ))}
          </chakra.div>
        </Sheet>
      )}
      {chosen === 'change' && <RolesSheet operator={operator} onClose={close} />}
      {chosen === 'remove' && <RemovalSheet operator={operator} onClose={close} />}
      {chosen && chosen !== 'change' && chosen !== 'remove' && (
        <AccessSheet operator={operator} act={chosen} onClose={close} />
      )}
    </chakra.div>
  )
}

/** Stopping an operator takes effect immediately; all other acts are proposals. */
function useOfferedActs(operator: OperatorRow): readonly OfferedAct[] {
  const { t } = useTranslation('safety')
  const { t: ofDesk } = useTranslation('desk')
  const may = useMay()
  const { name } = operator
  const access = (['stop', 'letIn', 'keys'] as const)
    .filter((act) => fits(operator)[act] && may(ENDPOINTS[act]))
    .map((act) => ({
      key: act,
      words: t(`operators.${act}.action`),
      label: t(`operators.${act}.title`, { name }),
      variant: act === 'stop' ? ('danger' as const) : ('quiet' as const),
      isFirst: act !== 'keys',
    }))
  const change: OfferedAct = {
    key: 'change',
    words: ofDesk('operators.change.action'),
    label: ofDesk('operators.change.title', { name }),
    variant: 'quiet',
    isFirst: true,
  }
  const remove: OfferedAct = {
    key: 'remove',
    words: ofDesk('operators.remove.action'),
    label: ofDesk('operators.remove.title', { name }),
    variant: 'danger',
    isFirst: false,
  }
  return [...(may(proposeRoles) ? [change] : []), ...access, ...(may(proposeRemoval) ? [remove] : [])]
}

function ActButton({ act, onPress }: { act: OfferedAct; onPress: () => void }) {
  return (
    <Button
      size="sm"
      variant={act.variant}
      {...(act.key === 'change' ? { 'data-row': '' } : { 'aria-label': act.label })}
      onClick={onPress}
    >
      {act.words}
    </Button>
  )
}

type AccessSheetProps = { operator: OperatorRow; act: Access; onClose: () => void }

function AccessSheet({ operator: { id, name }, act, onClose }: AccessSheetProps) {
  const { t } = useTranslation('safety')
  const { t: ofDesk } = useTranslation('desk')
  return (
    <ActSheet
      title={t(`operators.${act}.title`, { name })}
      text={t(`operators.${act}.text`)}
      yes={act === 'stop' ? t('operators.stop.action') : ofDesk('settings.propose')}
      done={act === 'stop' ? t('operators.stop.done') : ofDesk('settings.proposed')}
      variant={act === 'stop' ? 'danger' : 'primary'}
      proposes={act === 'stop' ? undefined : { kind: KINDS[act], userId: id }}
      act={async (reason) => {
        await callApi(ENDPOINTS[act], { params: { id }, body: { reason } })
      }}
      onClose={onClose}
    />
  )
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
  const [roles, setRoles] = useState<readonly OperatorRow['roles'][number][]>(operator.roles)
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
