/**
 * Stores bytes that outlive the process, in files of the service's own folder and in a store that
 * instances share; and makes temporary files in that folder. Trusts no bytes: damaged ones count as
 * absent.
 *
 * <p>Tests: DiskTierTest, SharedFolderTest for several processes, FullDiskTest, TempFilesTest.
 */
@NullMarked
package dev.symbolicator.store;

import org.jspecify.annotations.NullMarked;
