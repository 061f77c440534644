# SPDX-License-Identifier: GPL-2.0-or-later
"""Collects what xen-flat decided about the scheduling domains of a Xen guest, and why."""

from sos.report.plugins import (Plugin, IndependentPlugin, RedHatPlugin,
                                DebianPlugin, UbuntuPlugin)


# sos 4.0 passes over plugins that are nothing but independent
class XenFlat(Plugin, IndependentPlugin, RedHatPlugin, DebianPlugin,
              UbuntuPlugin):
    """Scheduling domains of a Xen guest.

    The stock xen plugin looks at hosts and asks a toolstack; a guest has
    none. Only files are read here, and neither the guest's uuid nor the
    folder that tells who compiled the hypervisor is collected.
    """

    short_desc = 'Scheduling domains of Xen guests'
    plugin_name = 'xen_flat'
    profiles = ('virt', 'system')
    packages = ('xen-guest-tuning',)
    files = ('/usr/sbin/xen-flat', '/run/xen-flat/decision')

    def setup(self):
        self.add_copy_spec([
            '/run/xen-flat/decision',
            '/var/lib/xen-flat/decision',
            '/etc/xen-flat.conf',
            '/etc/xen-flat.conf.d/*.conf',
            '/sys/hypervisor/type',
            '/sys/hypervisor/guest_type',
            '/sys/hypervisor/version/*',
            '/sys/hypervisor/properties/features',
            '/sys/hypervisor/properties/capabilities',
            '/sys/module/xen_flat/parameters/*',
            '/proc/sys/kernel/tainted',
            '/etc/tuned/active_profile',
            '/etc/tuned/profile_mode',
        ])
        # the domains of each CPU; the counters behind them are of no use here
        self.add_cmd_output(
            "grep -oE '^(version .*|cpu[0-9]+|"
            "domain[0-9]+( [A-Z][A-Z0-9]*)? [0-9a-f,]+)' /proc/schedstat",
            suggest_filename='schedstat_domains')
        self.add_journal(units='xen-flat')
