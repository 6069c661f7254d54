import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { type getOperators, proposeLettingIn, proposeNewKeys, stopOperator } from '#contract/operations-proposals.ts'
import { ActSheet } from './act-sheet.tsx'
import { useMay } from './allowed.tsx'

type OperatorRow = Reply<typeof getOperators>['content'][number]
type Access = 'stop' | 'letIn' | 'keys'

const ENDPOINTS = { stop: stopOperator, letIn: proposeLettingIn, keys: proposeNewKeys } as const

/** Which of the acts fit an operator as the list shows it. */
const fits = ({ isFrozen }: OperatorRow): Record<Access, boolean> => ({
  stop: !isFrozen,
  letIn: isFrozen,
  keys: !isFrozen,
})

/** Stops an operator at once; letting in again and new keys are proposed. */
export function OperatorAccess({ operator }: { operator: OperatorRow }) {
  const { t } = useTranslation('safety')
  const may = useMay()
  const [chosen, setChosen] = useState<Access | undefined>()
  const offered = (['stop', 'letIn', 'keys'] as const).filter((act) => fits(operator)[act] && may(ENDPOINTS[act]))
  return (
    <>
      {offered.map((act) => (
        <Button
          key={act}
          size="sm"
          variant={act === 'stop' ? 'danger' : 'quiet'}
          aria-label={t(`operators.${act}.title`, { name: operator.name })}
          onClick={() => setChosen(act)}
        >
          {t(`operators.${act}.action`)}
        </Button>
      ))}
      {chosen && <AccessSheet operator={operator} act={chosen} onClose={() => setChosen(undefined)} />}
    </>
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
      act={async (reason) => {
        await callApi(ENDPOINTS[act], { params: { id }, body: { reason } })
      }}
      onClose={onClose}
    />
  )
}
