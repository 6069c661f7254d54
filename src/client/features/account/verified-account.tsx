import { chakra } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { stageOf } from '#domain/verification.ts'
import { useAddBankAccount, useRemoveBankAccount } from './account.commands.ts'
import { AddBankSheet } from './add-bank-sheet.tsx'
import { BankRow, RemoveBankSheet } from './bank-section.tsx'
import { PERSON, PLACE, useAccountFacts } from './use-account-facts.tsx'
import type { AccountForm } from './use-account-form.ts'

/** The verified data, as names and values, and the bank cards, with a way to add more. */
export function VerifiedAccount({ form, account }: { form: AccountForm; account: Session }) {
  const { t } = useTranslation('account')
  const facts = useAccountFacts(form, account)
  return (
    <>
      <Section title={t('section.personal')} note={t('section.proven')}>
        <FactList facts={facts(PERSON)} />
      </Section>
      <Section title={t('section.address')}>
        <FactList facts={facts(PLACE)} />
      </Section>
      {!form.abroad && <OwnCards account={account} />}
    </>
  )
}

type Card = Session['bankAccounts'][number]

function OwnCards({ account: { bankAccounts, authenticationType } }: { account: Session }) {
  const { t } = useTranslation('account')
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Card>()
  const add = useAddBankAccount()
  const remove = useRemoveBankAccount()
  const { mayAddCard } = stageOf(authenticationType)
  return (
    <Section
      title={t('section.bank')}
      note={t('section.bankNote')}
      aside={
        mayAddCard && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('bank.add')}
          </Button>
        )
      }
    >
      <chakra.ul display="grid" gap="2.5">
        {bankAccounts.map((card) => (
          <BankRow
            key={card.shebaCode}
            account={card}
            onRemove={mayAddCard && bankAccounts.length > 1 ? () => setRemoved(card) : undefined}
          />
        ))}
      </chakra.ul>
      {adding && (
        <AddBankSheet
          present={bankAccounts}
          act={async (card) => {
            await add(card)
            showToast({ tone: 'success', title: t('bank.added') })
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removed && (
        <RemoveBankSheet
          account={removed}
          act={async () => removed.id !== undefined && remove(removed.id)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  )
}
