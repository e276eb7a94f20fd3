import type { RoleHolders } from '../../server/people/identity/caller.ts';

/** Roles come from app roles only. */
export const NOBODY: RoleHolders = { adminIds: [], adminGroupIds: [], authorGroupIds: [], auditorGroupIds: [] };
