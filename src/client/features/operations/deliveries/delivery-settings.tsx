import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { proposeDeliveryBranch, proposeDeliveryRules } from '#contract/operations-deliveries.ts'
import { GOLD } from '#domain/coin.ts'
import { useMay } from '../allowed.tsx'
import { ChangeButton, FieldsSheet, type SettingField, useField, useProposal } from '../setting-form.tsx'
import { SettingValue, useSettingLabel } from '../setting-value.tsx'
import { type Branch, type DeliverySettings, deliverySettingsQuery } from './deliveries.queries.ts'

const RULES = ['weightMin', 'weightMax', 'weightStep', 'feeFixed', 'feePercent'] as const
const TEXTS = [
  ...(['persianName', 'englishName', 'persianAddress', 'englishAddress', 'persianHours', 'englishHours'] as const),
]
const ADDRESS_MAX = 200

type Opened = { readonly form: 'rules' } | { readonly form: 'branch'; readonly branch: Branch | undefined }

/** Weights, fees and branches; another operator approves each change. */
export function DeliverySettingsSection() {
  const { t } = useTranslation('deliveries')
  const query = useQuery(deliverySettingsQuery())
  const may = useMay()(proposeDeliveryRules)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Section
      title={t('settings.title')}
      aside={
        may && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button size="sm" variant="quiet" onClick={() => setOpened({ form: 'rules' })}>
              {t('settings.change')}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setOpened({ form: 'branch', branch: undefined })}>
              {t('settings.add')}
            </Button>
          </chakra.div>
        )
      }
    >
      <QueryView query={query} data={query.data} rows={4}>
        {({ rules, branches }) => (
          <>
            <RuleList rules={rules} />
            <BranchList
              branches={branches}
              change={may ? (branch) => setOpened({ form: 'branch', branch }) : undefined}
            />
            {opened?.form === 'rules' && <RulesSheet rules={rules} onClose={close} />}
            {opened?.form === 'branch' && <BranchSheet branch={opened.branch} onClose={close} />}
          </>
        )}
      </QueryView>
    </Section>
  )
}

function RuleList({ rules }: { rules: DeliverySettings['rules'] }) {
  const labelOf = useSettingLabel()
  const { unitOf } = useCoins()
  return (
    <FactList
      facts={[...RULES, 'courier' as const].map((name) => ({
        label: labelOf(name),
        value: <SettingValue name={name} value={String(rules[name])} units={{ base: unitOf(GOLD) }} />,
      }))}
    />
  )
}

function BranchList({
  branches,
  change,
}: {
  branches: readonly Branch[]
  change: ((branch: Branch) => void) | undefined
}) {
  const { t } = useTranslation('deliveries')
  const language = useLanguage()
  return (
    <chakra.ul aria-label={t('settings.branches')} listStyleType="none">
      {branches.map((branch) => (
        <chakra.li
          key={branch.id}
          display="flex"
          alignItems="center"
          gap="3"
          minHeight="tap"
          paddingBlock="2"
          borderTopWidth="1px"
          borderColor="line"
          fontSize="sm"
        >
          <chakra.div flex="1" minWidth="0">
            <chakra.p fontWeight="semibold">
              {language === 'fa' ? branch.persianName : branch.englishName} ·{' '}
              {t(branch.branchOpen ? 'settings.open' : 'settings.closed')}
            </chakra.p>
            <chakra.p color="fg.muted" fontSize="xs">
              {language === 'fa' ? branch.persianAddress : branch.englishAddress}
            </chakra.p>
          </chakra.div>
          {change && <ChangeButton onPress={() => change(branch)} />}
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

/** A setting that is either on or off. */
function useFlagField(): (name: 'courier' | 'branchOpen') => SettingField {
  const { t } = useTranslation('desk')
  const field = useField()
  return (name) => ({
    ...field(name),
    choices: [
      { value: 'true', label: t('settings.flag.yes') },
      { value: 'false', label: t('settings.flag.no') },
    ],
  })
}

function RulesSheet({ rules, onClose }: { rules: DeliverySettings['rules']; onClose: () => void }) {
  const { t } = useTranslation('deliveries')
  const { unitOf } = useCoins()
  const field = useField({ base: unitOf(GOLD) })
  const flag = useFlagField()
  const { courier, ...figures } = rules
  return (
    <FieldsSheet
      {...useProposal()}
      title={t('settings.rules')}
      text={t('settings.text')}
      fields={[...RULES.map(field), flag('courier')]}
      values={{ ...figures, courier: String(courier) }}
      proposes={{ kind: 'CHANGE_DELIVERY_RULES', subject: 'deliveries' }}
      act={({ courier: delivers, ...values }, reason) =>
        callApi(proposeDeliveryRules, {
          body: { ...rules, ...values, courier: delivers === 'true', reason },
        })
      }
      onClose={onClose}
    />
  )
}

const NEW_BRANCH = {
  ...{ persianName: '', englishName: '', persianAddress: '', englishAddress: '', persianHours: '', englishHours: '' },
  branchOpen: true,
}

function BranchSheet({ branch, onClose }: { branch: Branch | undefined; onClose: () => void }) {
  const { t } = useTranslation('deliveries')
  const field = useField()
  const flag = useFlagField()
  const { id, branchOpen, ...texts } = { id: undefined, ...NEW_BRANCH, ...branch }
  const fields = TEXTS.map((name) => ({ ...field(name), words: true as const, lengthMax: ADDRESS_MAX }))
  return (
    <FieldsSheet
      {...useProposal()}
      title={t(branch ? 'settings.edit' : 'settings.add')}
      text={t('settings.branchText')}
      fields={[...fields, flag('branchOpen')]}
      values={{ ...texts, branchOpen: String(branchOpen) }}
      proposes={{ kind: 'SET_DELIVERY_BRANCH', subject: id ?? 'new' }}
      act={({ branchOpen: isOpen, ...values }, reason) =>
        callApi(proposeDeliveryBranch, {
          body: { ...texts, ...values, ...(id !== undefined && { id }), branchOpen: isOpen === 'true', reason },
        })
      }
      onClose={onClose}
    />
  )
}
