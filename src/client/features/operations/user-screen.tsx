import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { getAuditLog } from '#contract/operations-audit.ts'
import { proposeSupervisor, proposeSupervisorsEnd } from '#contract/operations-proposals.ts'
import {
  deleteUserDocuments,
  freezeUser,
  revokeIdentity,
  setUserLevel,
  unfreezeUser,
} from '#contract/operations-users.ts'
import { freezeKindOf, mayUnfreeze, outranks } from '#domain/operator-rights.ts'
import { verificationAfter } from '#domain/verification.ts'
import { Allowed, useMay, useRoles } from './allowed.tsx'
import { CustomerRecords } from './customer-records.tsx'
import { AddressSection } from './customer-withdrawals.tsx'
import { DocumentSection } from './document-viewer.tsx'
import { Digits, useListText, useUserName } from './names.tsx'
import { type UserPage, userQuery } from './user.queries.ts'
import { FreezeNotice, type UserAct, UserActSheet } from './user-acts.tsx'
import {
  BalanceSection,
  CardSection,
  CreditSection,
  LoginSection,
  OrderSection,
  SessionSection,
} from './user-sections.tsx'

/** A customer's page: the known data, and the acts of an operator. */
export function UserScreen({ id }: { id: string }) {
  const { t } = useTranslation('operations')
  const nameOf = useUserName()
  const query = useQuery(userQuery(id))
  const { data: user, error } = query
  const [act, setAct] = useState<UserAct | undefined>()
  // A made-up URL gets the same notice.
  if (isRefusal(error, 'USER_NOT_FOUND') || isRefusal(error, 'BAD_REQUEST'))
    return <NoSuchUser sentence={error.message} />
  if (isRefusal(error, 'LOOKS_USED_UP')) return <RefusalNotice error={error} />
  if (!user) return <QueryPlaceholder query={query} rows={8} />
  return (
    <>
      <PageHeading
        title={nameOf(user)}
        // Without a name, the number is the title.
        text={Boolean(user.firstName || user.lastName) && <Digits text={user.mobileNumber} />}
        aside={
          <chakra.span display="flex" flexWrap="wrap" gap="4">
            <Allowed to={getAuditLog}>
              <TextLink to="/operations/audit" search={{ user: id }}>
                {t('audit.ofUser')}
              </TextLink>
            </Allowed>
            <TextLink to="/operations/users">{t('user.back')}</TextLink>
          </chakra.span>
        }
      />
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Section title={t('user.facts')}>
          <FreezeNotice user={user} />
          <Facts user={user} />
          <Acts user={user} onAct={setAct} />
        </Section>
        <CardSection user={user} />
        <DocumentSection user={user} />
        <AddressSection user={user} />
        <BalanceSection user={user} />
        <CreditSection user={user} />
        <SessionSection user={user} onEnd={(sessionId) => setAct({ kind: 'endSessions', sessionId })} />
        <LoginSection user={user} />
        <OrderSection userId={id} onCancel={(order) => setAct({ kind: 'cancelOrder', order })} />
        <chakra.div gridColumn="1 / -1" minWidth="0">
          <CustomerRecords id={id} />
        </chakra.div>
      </chakra.div>
      {act && <UserActSheet user={user} act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

function NoSuchUser({ sentence }: { sentence: string }) {
  const { t } = useTranslation('operations')
  return <EmptyState heading title={sentence} action={<TextLink to="/operations/users">{t('user.back')}</TextLink>} />
}

function Facts({ user }: { user: UserPage }) {
  const { t } = useTranslation('operations')
  const listText = useListText()
  const level = t(`level.${user.userAccountLevel}`)
  const facts = [
    { label: t('user.id'), value: <Digits text={user.id} /> },
    { label: t('users.nationalCode'), value: user.nationalCode ? <Digits text={user.nationalCode} /> : '–' },
    {
      label: t('user.birthDay'),
      value: user.birthDay ? <DateText at={`${user.birthDay}T12:00:00Z`} style="date" /> : '–',
    },
    { label: t('user.email'), value: user.email ? <bdi dir="ltr">{user.email}</bdi> : '–' },
    { label: t('user.place'), value: listText([user.state ?? '', user.city ?? ''].filter(Boolean)) || '–' },
    { label: t('users.verification'), value: t(`verification.${user.authenticationType}`) },
    { label: t('users.level'), value: user.levelSetByHand ? t('user.byHand', { level }) : level },
    { label: t('user.twoStep'), value: t(`user.step.${user.twoStepAuthenticationType}`) },
    {
      label: t('user.held'),
      value: user.withdrawalsHeldUntil ? <DateText at={user.withdrawalsHeldUntil} /> : t('user.notHeld'),
    },
    { label: t('users.since'), value: <DateText at={user.createdDate} /> },
  ]
  return <FactList facts={facts} />
}

function Acts({ user, onAct }: { user: UserPage; onAct: (act: UserAct) => void }) {
  const { t } = useTranslation('operations')
  const { t: ofSafety } = useTranslation('safety')
  const may = useMay()
  const roles = useRoles()
  const mayFreeze = may(freezeUser) && outranks(freezeKindOf(roles), user.freeze?.kind)
  const mayEnd = user.freeze !== null && mayUnfreeze(roles, user.freeze.kind)
  const mayRevoke = may(revokeIdentity) && verificationAfter(user.authenticationType, 'operatorRevokes') !== undefined
  const isSupervisor = user.userAccountLevel === 'SUPERVISOR'
  const acts = [
    { kind: 'freeze', words: t('act.freeze.action'), isOffered: mayFreeze, isGrave: true },
    { kind: 'unfreeze', words: t('act.unfreeze.action'), isOffered: mayEnd && may(unfreezeUser) },
    { kind: 'revokeIdentity', words: ofSafety('revoke.action'), isOffered: mayRevoke, isGrave: true },
    {
      kind: 'deleteDocuments',
      words: t('act.deleteDocuments.action'),
      isOffered: user.photos > 0 && may(deleteUserDocuments),
    },
    { kind: 'level', words: t('act.level.action'), isOffered: !isSupervisor && may(setUserLevel) },
    { kind: 'supervisor', words: t('act.supervisor.action'), isOffered: !isSupervisor && may(proposeSupervisor) },
    {
      kind: 'endSupervisor',
      words: t('act.endSupervisor.action'),
      isOffered: isSupervisor && may(proposeSupervisorsEnd),
      isGrave: true,
    },
  ] as const
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2" marginTop="4">
      {acts
        .filter(({ isOffered }) => isOffered)
        .map(({ kind, words, ...act }) => (
          <Button key={kind} variant={'isGrave' in act ? 'danger' : 'quiet'} size="sm" onClick={() => onAct({ kind })}>
            {words}
          </Button>
        ))}
    </chakra.div>
  )
}

const route = getRouteApi('/operations/users/$userId')

export function UserRoute() {
  const { userId } = route.useParams()
  return <UserScreen key={userId} id={userId} />
}
