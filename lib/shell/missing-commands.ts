/* Commands of HBase's shell that Bigtab does not have. A reason helps more than "undefined method". */

interface MissingCommands {
  /** A sentence without its full stop. */
  readonly reason: string;
  readonly names: string;
}

const MISSING: readonly MissingCommands[] = [
  {
    reason: 'a table is one region, which is never split, merged, moved or closed',
    names: `assign close_region merge_region move regioninfo reopen_regions rit split splitormerge_enabled splitormerge_switch truncate_region
      unassign get_regionHistorian_responses`,
  },
  {
    reason: 'one worker of this site serves the database, and there are no servers to manage',
    names: `balance_switch balancer balancer_enabled clear_deadservers decommission_regionservers get_balancer_decisions
      get_balancer_rejections is_in_maintenance_mode list_deadservers list_decommissioned_regionservers list_liveservers
      list_unknownservers normalize normalizer_enabled normalizer_switch recommission_regionserver stop_master stop_regionserver zk_dump`,
  },
  {
    reason: 'the engine maintains its log, catalog and files itself',
    names: `catalogjanitor_enabled catalogjanitor_run catalogjanitor_switch cleaner_chore_enabled cleaner_chore_run cleaner_chore_switch
      flush_master_store hbck_chore_run hlog_roll refresh_hfiles refresh_meta wal_roll wal_roll_all`,
  },
  {
    reason: 'compactions are requested per table: use compact, major_compact and compaction_switch',
    names: 'clear_compaction_queues compact_rs disable_compaction_offload enable_compaction_offload',
  },
  { reason: 'large values are stored like all others', names: 'compact_mob major_compact_mob' },
  {
    reason: 'the block cache belongs to the worker and ends with it',
    names: 'clear_block_cache get_prefetched_files',
  },
  {
    reason: 'requests are not recorded',
    names: 'clear_slowlog_responses get_largelog_responses get_slowlog_responses trace',
  },
  {
    reason: 'there is no other cluster to replicate to',
    names: `add_peer append_peer_exclude_namespaces append_peer_exclude_tableCFs append_peer_namespaces append_peer_tableCFs disable_peer
      disable_table_replication enable_peer enable_table_replication get_peer_config list_peer_configs list_peers list_replicated_tables
      peer_modification_enabled peer_modification_switch remove_peer remove_peer_exclude_namespaces remove_peer_exclude_tableCFs
      remove_peer_namespaces remove_peer_tableCFs set_peer_bandwidth set_peer_exclude_namespaces set_peer_exclude_tableCFs
      set_peer_namespaces set_peer_replicate_all set_peer_serial set_peer_tableCFs show_peer_tableCFs
      transit_peer_sync_replication_state update_peer_config`,
  },
  {
    reason:
      'settings are passed when the database is opened, and in CONFIGURATION of create, alter and create_namespace',
    names: 'update_all_config update_config update_rsgroup_config',
  },
  {
    reason:
      'the only quotas are those of a namespace, hbase.namespace.quota.maxtables and maxregions; set them with alter_namespace',
    names: `disable_exceed_throttle_quota disable_rpc_throttle enable_exceed_throttle_quota enable_rpc_throttle list_quota_snapshots
      list_quota_table_sizes list_quotas list_snapshot_sizes rpc_throttle_enabled set_quota`,
  },
  {
    reason: 'there are no users to grant rights to: every script on this site has full access',
    names: 'grant list_security_capabilities revoke user_permission',
  },
  {
    reason: 'cells have no labels: anyone who can open the database sees all of them',
    names: 'add_labels clear_auths get_auths list_labels set_auths set_visibility',
  },
  {
    reason: 'a schema change is complete when its command returns',
    names: 'abort_procedure list_locks list_procedures',
  },
  {
    reason: 'there are no servers to group',
    names: `add_rsgroup alter_rsgroup_config balance_rsgroup get_namespace_rsgroup get_rsgroup get_server_rsgroup get_table_rsgroup
      list_rsgroups move_namespaces_rsgroup move_servers_namespaces_rsgroup move_servers_rsgroup move_servers_tables_rsgroup
      move_tables_rsgroup remove_rsgroup remove_servers_rsgroup rename_rsgroup show_rsgroup_config`,
  },
  {
    reason: 'the catalog lists the store files of every table, and there is no other way to track them',
    names: 'change_sft change_sft_all',
  },
  {
    reason: 'nothing is encrypted',
    names: `disable_key_management disable_managed_key enable_key_management refresh_managed_keys rotate_managed_key rotate_stk
      show_key_status`,
  },
];

const REASONS: ReadonlyMap<string, string> = new Map(
  MISSING.flatMap(({ reason, names }) => names.split(/\s+/).map((name) => [name, reason] as const)),
);

/** Their names. */
export const MISSING_COMMANDS: readonly string[] = [...REASONS.keys()];

/** One line with the reason why Bigtab does not have this command of HBase; null for any other name. */
export function missingCommand(name: string): string | null {
  const reason = REASONS.get(name);
  return reason === undefined ? null : `Bigtab does not have HBase's command ${name}: ${reason}.`;
}
