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

type OperatorRow = Reply<typeof getOperators>['content'][number]
type Access = 'stop' | 'letIn' | 'keys'

const ENDPOINTS = { stop: stopOperator, letIn: proposeLettingIn, keys: proposeNewKeys } as const

const KINDS = { letIn: 'LET_OPERATOR_IN', keys: 'RENEW_OPERATOR_KEYS' } as const

/** The acts that are possible in an operator's present state. */
const fits = ({ isFrozen }: OperatorRow): Record<Access, boolean> => ({
  stop: !isFrozen,
  letIn: isFrozen,
  keys: !isFrozen,
})

type OperatorActsProps = {
  operator: OperatorRow
  onChange: (operator: OperatorRow) => void
  onRemove: (operator: OperatorRow) => void
}

interface OfferedAct {
  readonly key: string
  readonly words: string
  readonly label: string
  readonly variant: ButtonVariant
  /** Shown in the row on a phone, too. */
  readonly isFirst: boolean
  readonly press: () => void
}

/** The acts on an operator: side by side on a wide screen; a phone shows the first and puts the others into a sheet. */
export function OperatorActs({ operator, onChange, onRemove }: OperatorActsProps) {
  const { t } = useTranslation('safety')
  const isWide = useWide()
  const [chosen, setChosen] = useState<Access | undefined>()
  const [isOpen, setOpen] = useState(false)
  const acts = useOfferedActs({ operator, onChange, onRemove, onAccess: setChosen })
  const inRow = acts.filter(({ isFirst }) => isWide || isFirst)
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1">
      {inRow.map((act) => (
        <ActButton key={act.key} act={act} />
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
                <ActButton key={act.key} act={act} onPressed={() => setOpen(false)} />
              ))}
          </chakra.div>
        </Sheet>
      )}
      {chosen && <AccessSheet operator={operator} act={chosen} onClose={() => setChosen(undefined)} />}
    </chakra.div>
  )
}

/** Stopping an operator takes effect immediately; all other acts are proposals. */
function useOfferedActs({
  operator,
  onChange,
  onRemove,
  onAccess,
}: OperatorActsProps & { onAccess: (act: Access) => void }): readonly OfferedAct[] {
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
      press: () => onAccess(act),
    }))
  const change: OfferedAct = {
    key: 'change',
    words: ofDesk('operators.change.action'),
    label: ofDesk('operators.change.title', { name }),
    variant: 'quiet',
    isFirst: true,
    press: () => onChange(operator),
  }
  const remove: OfferedAct = {
    key: 'remove',
    words: ofDesk('operators.remove.action'),
    label: ofDesk('operators.remove.title', { name }),
    variant: 'danger',
    isFirst: false,
    press: () => onRemove(operator),
  }
  return [...(may(proposeRoles) ? [change] : []), ...access, ...(may(proposeRemoval) ? [remove] : [])]
}

function ActButton({ act, onPressed }: { act: OfferedAct; onPressed?: () => void }) {
  return (
    <Button
      size="sm"
      variant={act.variant}
      {...(act.key === 'change' ? { 'data-row': '' } : { 'aria-label': act.label })}
      onClick={() => {
        onPressed?.()
        act.press()
      }}
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
