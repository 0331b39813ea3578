/**
 * The library of uploaded source maps, and which of them belongs to a script. Every key begins with
 * a scope, so tenants never see each other's maps.
 *
 * <p>An entry is a script's URL or path, its release, debug ID and content hash, and the hashes of
 * its map and text: one object of JSON in {@code maps.objects}, a folder or a bucket, and the only
 * truth. For each key there is a <i>pointer</i>, an empty object whose name begins with the key's
 * hash and continues with the time, the entry's ID and hashes of its other values: {@code
 * EntryNames} has all names. A look-up lists the pointers of a script's keys side by side, chooses
 * by their names in the order of the keys ({@code KeySearch}), reads the chosen entry and compares
 * its own values. So nothing is read at the start, no instance holds an index, and only the store
 * limits the number of uploads.
 *
 * <p>{@code LookUpCache} remembers what was listed and read, in a share of the heap. It holds while
 * the scope's object {@code changes} is what it was before the reading, an hour at most. Each
 * upload and deletion replaces {@code changes}; instances read it every two seconds while the scope
 * is in use. So a known script costs no request, and another instance's upload is found within five
 * seconds. While the store is away, what is remembered holds, and any other script is {@code
 * unreachable}.
 *
 * <p>An upload writes a note of its entries, pointers from contents to entries, the contents, the
 * other pointers, the entries, and {@code changes}. A deletion writes a note, deletes the entries,
 * and replaces {@code changes}. A pointer whose entry is gone, or was uploaded again, is skipped.
 * {@code LibraryUpkeep} then deletes the pointers of a note's gone entries, and contents to which
 * nothing points; after a kill, another instance does so a day later. A content is copied before it
 * is deleted, and stored again if an upload has come to point to it meanwhile. So a kill at any
 * step leaves neither half an upload nor half a deletion.
 *
 * <p>Empty objects {@code used} say on which day a release, or an entry without one, was last used;
 * retention deletes by them. Once an hour one of the instances counts the size of each scope, and
 * the others add what they stored since, so several may exceed {@code symbolicator.maps.max-size}
 * by what they stored within the hour.
 *
 * <p>{@code FolderLibraryTest} and {@code BucketLibraryTest} run one contract over both stores,
 * {@code KeySearchTest} speaks for the choice, {@code InterruptedWorkTest} and {@code
 * KilledInstanceTest} for kills.
 */
@NullMarked
package dev.symbolicator.maps;

import org.jspecify.annotations.NullMarked;
