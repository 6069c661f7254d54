import { HDKey } from '@scure/bip32'

/** Deposit addresses are the children 0/index of an account, the hot wallet is 1/0. */
export interface KeyPlace {
  readonly branch: number
  readonly index: number
}

export const HOT: KeyPlace = { branch: 1, index: 0 }
export const depositPlace = (index: number): KeyPlace => ({ branch: 0, index })

/** An account of the seed. Its private keys never leave this room. */
export interface Account {
  readonly extendedPublicKey: string
  publicKeyOf(place: KeyPlace): Uint8Array
  privateKeyOf(place: KeyPlace): Uint8Array
}

/** Opens the account at a path such as "m/84'/2'/0'". */
export function openAccount(seed: Uint8Array, path: string): Account {
  const root = HDKey.fromMasterSeed(seed)
  const account = root.derive(path)
  root.wipePrivateData()
  const branches = [account.deriveChild(0), account.deriveChild(1)]
  const { publicExtendedKey } = account
  account.wipePrivateData()
  const publicBranches = branches.map((branch) => HDKey.fromExtendedKey(branch.publicExtendedKey))
  return {
    extendedPublicKey: publicExtendedKey,
    publicKeyOf: ({ branch, index }) => bytesOf(publicBranches[branch]?.deriveChild(index).publicKey),
    privateKeyOf: ({ branch, index }) => bytesOf(branches[branch]?.deriveChild(index).privateKey),
  }
}

/** An account whose keys are elsewhere. */
export function watchAccount(extendedPublicKey: string): Account {
  const account = HDKey.fromExtendedKey(extendedPublicKey)
  const branches = [account.deriveChild(0), account.deriveChild(1)]
  return {
    extendedPublicKey,
    publicKeyOf: ({ branch, index }) => bytesOf(branches[branch]?.deriveChild(index).publicKey),
    privateKeyOf: () => {
      throw new Error('the keys of this account are not here')
    },
  }
}

function bytesOf(key: Uint8Array | null | undefined): Uint8Array {
  if (!key) throw new Error('the account has no such key')
  return key
}
