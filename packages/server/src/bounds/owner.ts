/** Whom something is kept or done for. Each principal has an equal share of what there is for all. */
export interface Owner {
  /** The key of the principal. */
  readonly principal: string;
  /**
   * Tells those apart who are one principal without being one client: the address of somebody who has not said who it is.
   * They share what one principal may have, each address its part.
   */
  readonly address?: string;
}

export function ownerOf(
  { key, isAnonymous }: { readonly key: string; readonly isAnonymous: boolean },
  { address }: { readonly address: string },
): Owner {
  return isAnonymous ? { principal: key, address } : { principal: key };
}
