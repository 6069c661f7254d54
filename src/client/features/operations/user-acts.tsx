import { chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { callApi } from '#client/lib/call-api.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { cancelAnyOrder } from '#contract/operations-markets.ts'
import { proposeSupervisorsEnd } from '#contract/operations-proposals.ts'
import {
  deleteUserDocuments,
  endUserSessions,
  freezeUser,
  revokeIdentity,
  SET_LEVELS,
  setUserLevel,
  unfreezeUser,
} from '#contract/operations-users.ts'
import { mayUnfreeze, OWNER_CHECKS, type OwnerCheck } from '#domain/operator-rights.ts'
import { ActSheet } from './act-sheet.tsx'
import { useRoles } from './allowed.tsx'
import { useUserName } from './names.tsx'
import { SupervisorSheet } from './supervisor-sheet.tsx'
import type { OpenOrder, UserPage } from './user.queries.ts'

export type UserAct =
  | {
      readonly kind:
        | 'freeze'
        | 'unfreeze'
        | 'revokeIdentity'
        | 'level'
        | 'supervisor'
        | 'endSupervisor'
        | 'deleteDocuments'
    }
  /** Absent for all sessions. */
  | { readonly kind: 'endSessions'; readonly sessionId: string | undefined }
  | { readonly kind: 'cancelOrder'; readonly order: OpenOrder }

type SheetProps = { user: UserPage; onClose: () => void }

/** The sheet of the act that the operator has chosen. */
export function UserActSheet({ user, act, onClose }: SheetProps & { act: UserAct }) {
  switch (act.kind) {
    case 'freeze':
    case 'deleteDocuments':
      return <GraveActSheet user={user} act={act.kind} onClose={onClose} />
    case 'unfreeze':
      return <UnfreezeSheet user={user} onClose={onClose} />
    case 'revokeIdentity':
      return <RevokeSheet user={user} onClose={onClose} />
    case 'level':
      return <LevelSheet user={user} onClose={onClose} />
    case 'supervisor':
      return <SupervisorSheet user={user} onClose={onClose} />
    case 'endSupervisor':
      return <EndSupervisorSheet user={user} onClose={onClose} />
    case 'endSessions':
      return <SessionsSheet user={user} sessionId={act.sessionId} onClose={onClose} />
    case 'cancelOrder':
      return <CancelOrderSheet order={act.order} onClose={onClose} />
  }
}

function LevelSheet({ user, onClose }: SheetProps) {
  const { t } = useTranslation('operations')
  const { t: ofSafety } = useTranslation('safety')
  const { t: ofDesk } = useTranslation('desk')
  const nameOf = useUserName()
  const [level, setLevel] = useState<(typeof SET_LEVELS)[number]>('BY_VOLUME')
  const options = SET_LEVELS.map((value) => ({
    value,
    label: value === 'BY_VOLUME' ? t('act.level.byVolume') : t(`level.${value}`),
  }))
  return (
    <ActSheet
      title={t('act.level.title', { name: nameOf(user) })}
      text={ofSafety('level.text')}
      yes={ofSafety('level.propose')}
      done={ofDesk('settings.proposed')}
      proposes={{ kind: 'SET_LEVEL', userId: user.id }}
      act={(reason) => callApi(setUserLevel, { params: { id: user.id }, body: { level, reason } })}
      onClose={onClose}
    >
      <SelectField label={t('users.level')} value={level} options={options} onChange={setLevel} />
    </ActSheet>
  )
}

function EndSupervisorSheet({ user, onClose }: SheetProps) {
  const { t } = useTranslation('operations')
  const nameOf = useUserName()
  return (
    <ActSheet
      title={t('act.endSupervisor.title', { name: nameOf(user) })}
      text={t('act.endSupervisor.text')}
      yes={t('act.endSupervisor.action')}
      done={t('act.supervisor.done')}
      variant="danger"
      proposes={{ kind: 'END_SUPERVISOR', userId: user.id }}
      act={(reason) => callApi(proposeSupervisorsEnd, { params: { id: user.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

function SessionsSheet({ user, sessionId, onClose }: SheetProps & { sessionId: string | undefined }) {
  const { t } = useTranslation('operations')
  const which = sessionId === undefined ? 'all' : 'one'
  return (
    <ActSheet
      title={t(`act.endSessions.${which}`)}
      text={t('act.endSessions.text')}
      yes={t(`act.endSessions.${which}`)}
      done={t('act.endSessions.done')}
      variant="danger"
      act={(reason) => callApi(endUserSessions, { params: { id: user.id }, body: { sessionId, reason } })}
      onClose={onClose}
    />
  )
}

/** Cancels any customer's order. The key makes a repeated press after a lost answer harmless. */
export function CancelOrderSheet({ order, onClose }: { order: OpenOrder; onClose: () => void }) {
  const { t } = useTranslation('operations')
  const nameOf = useOrderName()
  const key = useRef(crypto.randomUUID())
  return (
    <ActSheet
      title={t('act.cancelOrder.action')}
      text={t('act.cancelOrder.text', { order: nameOf(order) })}
      yes={t('act.cancelOrder.action')}
      done={t('act.cancelOrder.done')}
      variant="danger"
      act={(reason) =>
        callApi(cancelAnyOrder, { params: { id: order.id }, body: { reason }, idempotencyKey: key.current })
      }
      onClose={onClose}
    />
  )
}

/** Shows who froze an account, when, and why. */
export function FreezeNotice({ user: { freeze, frozenAt } }: { user: UserPage }) {
  const { t } = useTranslation('safety')
  const roles = useRoles()
  if (!freeze) return null
  return (
    <chakra.div marginBottom="3">
      <Notice tone="warning" title={t(`freeze.kind.${freeze.kind}`)}>
        {frozenAt && <DateText at={frozenAt} />}
        {freeze.by !== null && <p>{t('freeze.by', { name: freeze.by })}</p>}
        {freeze.reason !== null && <p>{t('freeze.reason', { reason: freeze.reason })}</p>}
        {!mayUnfreeze(roles, freeze.kind) && <p>{t('freeze.riskOnly')}</p>}
      </Notice>
    </chakra.div>
  )
}

const GRAVE_ACTS = { freeze: freezeUser, deleteDocuments: deleteUserDocuments } as const

function GraveActSheet({ user, act, onClose }: SheetProps & { act: keyof typeof GRAVE_ACTS }) {
  const { t } = useTranslation('operations')
  const nameOf = useUserName()
  return (
    <ActSheet
      title={t(`act.${act}.title`, { name: nameOf(user) })}
      text={t(`act.${act}.text`)}
      yes={t(`act.${act}.action`)}
      done={t(`act.${act}.done`)}
      variant="danger"
      act={async (reason) => {
        await callApi(GRAVE_ACTS[act], { params: { id: user.id }, body: { reason } })
      }}
      onClose={onClose}
    />
  )
}

/** A customer's own freeze ends only after the operator has verified that the caller is the customer. */
function UnfreezeSheet({ user, onClose }: SheetProps) {
  const { t } = useTranslation('operations')
  const { t: ofSafety } = useTranslation('safety')
  const nameOf = useUserName()
  const [check, setCheck] = useState<OwnerCheck | ''>('')
  const isOwn = user.freeze?.kind === 'OWN'
  const options = OWNER_CHECKS.map((value) => ({ value, label: ofSafety(`freeze.by_check.${value}`) }))
  const isMissing = isOwn && check === ''
  const recognised = isOwn && check !== '' ? { check } : {}
  return (
    <ActSheet
      title={t('act.unfreeze.title', { name: nameOf(user) })}
      text={t('act.unfreeze.text')}
      yes={t('act.unfreeze.action')}
      done={t('act.unfreeze.done')}
      problem={isMissing}
      act={(reason) => callApi(unfreezeUser, { params: { id: user.id }, body: { ...recognised, reason } })}
      onClose={onClose}
    >
      {({ checked }) =>
        isOwn && (
          <SelectField
            label={ofSafety('freeze.check')}
            value={check}
            options={[{ value: '', label: ofSafety('freeze.choose') }, ...options]}
            onChange={setCheck}
            problem={checked && isMissing ? ofSafety('freeze.choose') : undefined}
          />
        )
      }
    </ActSheet>
  )
}

function RevokeSheet({ user, onClose }: SheetProps) {
  const { t } = useTranslation('safety')
  const nameOf = useUserName()
  return (
    <ActSheet
      title={t('revoke.title', { name: nameOf(user) })}
      text={t('revoke.text')}
      yes={t('revoke.action')}
      done={t('revoke.done')}
      variant="danger"
      reasonLabel={t('revoke.reason')}
      act={(reason) => callApi(revokeIdentity, { params: { id: user.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}
